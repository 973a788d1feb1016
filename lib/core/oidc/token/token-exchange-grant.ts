import { exchangeSubjectToken } from "@/lib/core/access/exchange-subject-token";
import { SubjectTokenRefused } from "@/lib/core/access/subject-token-refused";
import { tokenExchangeResponse } from "@/lib/core/contract/token-exchange";
import { endUserContext } from "@/lib/core/http/request-context";
import { printable } from "@/lib/core/oidc/http/form";
import { oauthErrorResponse } from "@/lib/core/oidc/http/render-error";
import type { MachineClient } from "@/lib/core/oidc/token/authenticated-client";
import { type GrantRequest, refusedGrant } from "@/lib/core/oidc/token/grant";
import type { MachineCaller } from "@/lib/kernel/caller";
import { ServiceError } from "@/lib/kernel/errors";
import { isId } from "@/lib/kernel/ids";
import { KEYS_RETRY_SECONDS } from "@/lib/kernel/outbound/published-keys";

/** The grant type of RFC 8693. */
export const TOKEN_EXCHANGE = "urn:ietf:params:oauth:grant-type:token-exchange";

const TOKEN_TYPE = "urn:ietf:params:oauth:token-type:";
/** Both are JWTs. An access token of the source that is a JWT has the type JWT too. */
const SUBJECT_TOKEN_TYPES = [`${TOKEN_TYPE}jwt`, `${TOKEN_TYPE}id_token`];

/** Grant of RFC 8693: exchanges an external principal's token for a session of its bound user. Open
 *  to a machine credential that may mint user tokens (`tokens:issue`), which only one of purpose
 *  Product runtime can have.
 *  @throws ServiceError `malformed` for a parameter that is missing or not supported */
export async function tokenExchangeGrant(
  grantRequest: GrantRequest<MachineClient>,
): Promise<Response> {
  const { form } = grantRequest;
  if (!grantRequest.client.credential.scopes.includes("tokens:issue"))
    return refusedGrant("unauthorized_client", "this client may not exchange tokens");
  if (form.get("scope"))
    return refusedGrant(
      "invalid_scope",
      `scope ${printable(form.get("scope") ?? "")} can't be asked for: the token holds the permissions of the user's role`,
    );
  const appId = form.get("audience") ?? "";
  if (form.has("resource") || (appId && !isId(appId)))
    return refusedGrant("invalid_target", "audience: send the id of an app, and no resource");
  const subjectToken = readSubjectToken(form);
  const organizationId = organizationOf(form);
  const input = { subjectToken, appId: appId.toLowerCase(), organizationId };
  try {
    const exchanged = await exchangeSubjectToken(callerOf(grantRequest), input);
    return Response.json(tokenExchangeResponse(exchanged));
  } catch (error) {
    if (error instanceof SubjectTokenRefused) return refusal(error);
    throw error;
  }
}

function callerOf({ request, client, context }: GrantRequest<MachineClient>): MachineCaller {
  const { scope, credential } = client;
  return {
    ...scope,
    environmentKey: credential.environmentKey,
    credentialId: credential.credentialId,
    tenantPublicId: credential.tenantPublicId,
    actor: { type: "credential", id: credential.credentialId, name: credential.name },
    // The client is the tenant's backend: its own address is not the person's.
    context: endUserContext(request, context.requestId ?? ""),
    scopes: new Set(credential.scopes),
  };
}

function readSubjectToken(form: URLSearchParams): string {
  for (const name of ["audience", "subject_token", "subject_token_type"])
    if (!form.get(name)) throw malformed(`missing required parameter: ${name}`);
  if (!SUBJECT_TOKEN_TYPES.includes(form.get("subject_token_type") ?? ""))
    throw malformed(`subject_token_type must be ${SUBJECT_TOKEN_TYPES.join(" or ")}`);
  const requestedType = form.get("requested_token_type");
  if (requestedType && requestedType !== `${TOKEN_TYPE}access_token`)
    throw malformed(`requested_token_type must be ${TOKEN_TYPE}access_token`);
  if (form.has("actor_token") || form.has("actor_token_type"))
    throw malformed("actor_token: nobody acts for the subject here");
  return form.get("subject_token") ?? "";
}

function organizationOf(form: URLSearchParams): string | null {
  const organizationId = form.get("organization_id") || null;
  if (organizationId !== null && !isId(organizationId))
    throw malformed("organization_id is not an id");
  return organizationId?.toLowerCase() ?? null;
}

const malformed = (detail: string) => new ServiceError("malformed", { detail });

/** RFC 8693 §2.2.2: a subject token that is not accepted, for any reason, is `invalid_request`; a target for
 *  which no token is issued is `invalid_target`. */
function refusal({ refusal: why, detail, code }: SubjectTokenRefused): Response {
  if (why === "source_keys_unavailable")
    return oauthErrorResponse({
      status: 503,
      error: "temporarily_unavailable",
      description: `the keys of the identity source can't be read: ${detail}`,
      retryAfterSeconds: KEYS_RETRY_SECONDS,
    });
  if (why === "access_denied") return refusedGrant("invalid_target", detail, code);
  return refusedGrant("invalid_request", `subject_token: ${detail}`, code);
}
