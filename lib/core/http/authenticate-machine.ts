import type { Scope } from "@/lib/core/credentials/scopes";
import { verifyMachineToken } from "@/lib/core/credentials/verify-machine-token";
import { bearerOf } from "@/lib/core/http/bearer";
import { verifyInstallationToken } from "@/lib/core/installations/installation-token";
import { authenticateTenantSecret } from "@/lib/core/tenants/authenticate-tenant-secret";
import type { MachineCaller, RequestContext } from "@/lib/kernel/caller";
import { ServiceError } from "@/lib/kernel/errors";

/** Authenticates the machine credential that sends a request, with a token that has `scope`.
 *  @throws ServiceError `unauthenticated` without a valid token or with another tenant's X-Tenant-Id,
 *    `forbidden` for a correct tenant secret or a missing scope, `tenant_disabled` */
export async function authenticateMachine(
  request: Request,
  requestId: string,
  scope: Scope,
): Promise<MachineCaller> {
  const bearer = bearerOf(request);
  if (!bearer)
    throw new ServiceError("unauthenticated", {
      detail: "Send a machine token as a bearer token.",
    });
  const claimed = request.headers.get("x-tenant-id");
  if (bearer.startsWith("alcs_")) throw await refusalOfSecret(claimed, bearer);
  const context = machineContext(request, requestId);
  const machine = await verifyMachineToken(bearer, context);
  // An installation's token is as genuine as a credential's, and has none of a credential's scopes.
  const caller = machine ?? (await verifyInstallationToken(bearer, context));
  if (!caller || (claimed !== null && claimed !== caller.tenantPublicId)) throw notValidHere();
  if (!machine?.scopes.has(scope))
    throw new ServiceError("forbidden", { detail: `The token does not hold the scope ${scope}.` });
  return machine;
}

/** Refusal of a tenant secret on a scoped route. A correct one authenticates the caller, which is not enough
 *  here; any other is answered like any invalid token (contract section 7). */
async function refusalOfSecret(claimed: string | null, secret: string): Promise<ServiceError> {
  const found = claimed !== null && (await authenticateTenantSecret(claimed, secret));
  return found
    ? new ServiceError("forbidden", {
        detail: "This route needs a machine token; a tenant secret is not enough.",
      })
    : notValidHere();
}

const notValidHere = () =>
  new ServiceError("unauthenticated", { detail: "The token is not valid here." });

/** Context of a machine's request. Has no address, because a machine's is no person's. */
export function machineContext(request: Request, requestId: string): RequestContext {
  const userAgent = request.headers.get("user-agent")?.slice(0, 512) ?? null;
  return { ipAddress: null, userAgent, requestId };
}
