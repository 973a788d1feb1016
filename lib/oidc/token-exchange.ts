import { exchangeSubjectToken } from "@/lib/access/exchange-subject-token";
import { SubjectTokenRefused } from "@/lib/access/subject-token-refused";
import type { MachineCaller } from "@/lib/caller";
import { tokenExchangeResponse } from "@/lib/contract/token-exchange";
import { ServiceError } from "@/lib/errors";
import { endUserContext } from "@/lib/http/request-context";
import { isId } from "@/lib/ids";
import type { AuthenticatedClient } from "@/lib/oidc/client-authentication";
import { oauthErrorResponse } from "@/lib/oidc/render-error";

/** The grant type of RFC 8693. */
export const TOKEN_EXCHANGE = "urn:ietf:params:oauth:grant-type:token-exchange";

const TOKEN_TYPE = "urn:ietf:params:oauth:token-type:";
/** Both are JWTs; an access token of the source's that is one is sent as a JWT. */
const SUBJECT_TOKEN_TYPES = [`${TOKEN_TYPE}jwt`, `${TOKEN_TYPE}id_token`];
const KEYS_RETRY_SECONDS = 10;

/** `POST /oauth/token` with the grant of RFC 8693: an external principal's token for a session of the user it is
 *  bound to. Open to a machine credential that may mint user tokens (`tokens:issue`), which only one of
 *  purpose Product runtime can hold.
 *  @throws ServiceError `malformed` for a parameter that is missing or can't be honoured */
export async function serveTokenExchange(
  request: Request,
  form: URLSearchParams,
  { credential, scope }: Extract<AuthenticatedClient, { kind: "machine" }>,
  requestId: string | null,
): Promise<Response> {
  if (!credential.scopes.includes("tokens:issue"))
    return refused("unauthorized_client", "this client may not exchange tokens");
  const caller: MachineCaller = {
    ...scope,
    environmentKey: credential.environmentKey,
    credentialId: credential.credentialId,
    tenantPublicId: credential.tenantPublicId,
    actor: { type: "credential", id: credential.credentialId, name: credential.name },
    // The client is the tenant's backend: its own address says nothing of the person.
    context: endUserContext(request, requestId ?? ""),
    scopes: new Set(credential.scopes),
  };
  if (form.get("scope"))
    return refused("invalid_scope", "the token holds the permissions of the user's role");
  const appId = form.get("audience") ?? "";
  if (form.has("resource") || (appId && !isId(appId)))
    return refused("invalid_target", "audience: send the id of an app, and no resource");
  const subjectToken = readSubjectToken(form);
  const organizationId = organizationOf(form);
  try {
    const wanted = { subjectToken, appId: appId.toLowerCase(), organizationId };
    return Response.json(tokenExchangeResponse(await exchangeSubjectToken(caller, wanted)));
  } catch (error) {
    if (error instanceof SubjectTokenRefused) return refusal(error);
    throw error;
  }
}

function readSubjectToken(form: URLSearchParams): string {
  for (const name of ["audience", "subject_token", "subject_token_type"])
    if (!form.get(name)) throw malformed(`missing required parameter: ${name}`);
  if (!SUBJECT_TOKEN_TYPES.includes(form.get("subject_token_type") ?? ""))
    throw malformed(`subject_token_type must be ${SUBJECT_TOKEN_TYPES.join(" or ")}`);
  const wanted = form.get("requested_token_type");
  if (wanted && wanted !== `${TOKEN_TYPE}access_token`)
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

function refused(error: string, description: string, errorCode?: string): Response {
  return oauthErrorResponse({
    status: 400,
    error,
    description,
    ...(errorCode ? { errorCode } : {}),
  });
}

/** RFC 8693 §2.2.2: a subject token that is not acceptable, for whatever reason, is `invalid_request`; a target
 *  that no token is issued for is `invalid_target`. */
function refusal({ refusal: why, detail, code }: SubjectTokenRefused): Response {
  if (why === "source_keys_unavailable")
    return oauthErrorResponse({
      status: 503,
      error: "temporarily_unavailable",
      description: `the keys of the identity source can't be read: ${detail}`,
      retryAfterSeconds: KEYS_RETRY_SECONDS,
    });
  if (why === "access_denied") return refused("invalid_target", detail, code);
  return refused("invalid_request", `subject_token: ${detail}`, code);
}
