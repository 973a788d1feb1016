import { issueMachineToken } from "@/lib/core/credentials/issue-machine-token";
import { MACHINE_TOKEN_SECONDS } from "@/lib/core/credentials/machine-token";
import { managementScopes, runtimeScopes } from "@/lib/core/credentials/scopes";
import { type PresentedRequest, refusedGrant } from "@/lib/core/oidc/token/grant";
import { refusedScope } from "@/lib/core/oidc/token/refused-scope";
import { noteTenant } from "@/lib/kernel/process/current-request";

/** The management API as a `resource` (RFC 8707): a URI, unlike the token's audience. */
const MANAGEMENT_RESOURCE = "urn:service-management-api";

/** `client_credentials` of a machine credential: a token for the management API. One statement counts and
 *  records the request.
 *  @throws ServiceError `rate_limited` */
export async function machineGrant(presentedRequest: PresentedRequest): Promise<Response | null> {
  const { form, presented, context, place } = presentedRequest;
  const { clientId, secret } = presented;
  const refusal = refusalOfOrigin(presentedRequest) ?? refusalOfResource(form.get("resource"));
  const outcome = await issueMachineToken(
    { clientId, secret, scope: form.get("scope"), refused: refusal !== null, context },
    (scope) => {
      noteTenant(scope);
      return place.moveTo("private", scope.tenantId);
    },
  );
  if (!outcome || outcome.status === "refused") return outcome && refusal;
  if (outcome.status === "scope_not_held")
    return refusedScope(outcome.scopes, "the credential's", [
      ...managementScopes,
      ...runtimeScopes,
    ]);
  const body = {
    access_token: outcome.token,
    expires_in: MACHINE_TOKEN_SECONDS,
    token_type: "Bearer",
    scope: outcome.scope,
  };
  const headers = {
    "content-type": "application/json; charset=utf-8",
    "cache-control": "no-store",
  };
  return new Response(JSON.stringify(body), { headers });
}

/** Refuses requests from pages, where a credential's secret is not safe. The answer does not allow
 *  the origin to read it. */
function refusalOfOrigin({ request, presented }: PresentedRequest): Response | null {
  const origin = request.headers.get("origin");
  if (origin === null) return null;
  const description = `origin ${origin} not allowed for client: ${presented.clientId}`;
  const response = refusedGrant("invalid_request", description);
  response.headers.set("vary", "Origin");
  return response;
}

/** RFC 8707 §2: a machine token has one target, which may be omitted. */
function refusalOfResource(resource: string | null): Response | null {
  if (!resource || resource === MANAGEMENT_RESOURCE) return null;
  const href = URL.parse(resource)?.href;
  const refused = (description: string) => refusedGrant("invalid_target", description);
  if (!href) return refused("resource indicator must be an absolute URI");
  if (href.includes("#"))
    return refused("resource indicator must not contain a fragment component");
  return refused("resource indicator is missing, or unknown");
}
