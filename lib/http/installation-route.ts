import type { InstallationCaller } from "@/lib/caller";
import { now } from "@/lib/clock";
import { verifyMachineToken } from "@/lib/credentials/verify-machine-token";
import { inTenant } from "@/lib/db";
import { ServiceError } from "@/lib/errors";
import { machineContext } from "@/lib/http/authenticate-machine";
import { bearerOf } from "@/lib/http/bearer";
import { type Exchange, route } from "@/lib/http/route";
import type { RouteHandler } from "@/lib/http/route-handler";
import { notSeenLately } from "@/lib/installations/installation";
import { touchInstallation } from "@/lib/installations/installation-store";
import {
  type installationScopes,
  verifyInstallationToken,
} from "@/lib/installations/installation-token";
import { takeInstallationRequest } from "@/lib/rate-limits/request-limits";

/** A route for installations: an installation's token with this scope, and the installation's request limit.
 *  The caller has `installationId`, `appId` and `organizationId`. A credential's token is refused with 403:
 *  it is genuine, and no installation's. That the installation was seen is noted. */
export function installationRoute<P = Record<string, never>>(
  scope: (typeof installationScopes)[number],
  handle: (exchange: Exchange<InstallationCaller, P>) => Promise<Response>,
): RouteHandler<P> {
  return route(async (request, requestId) => {
    const caller = await authenticateInstallation(request, requestId, scope);
    await takeInstallationRequest(caller.installationId);
    const at = now();
    if (notSeenLately(caller.lastSeenAt, at))
      await inTenant(caller, (t) => touchInstallation(t, caller.installationId, at));
    return caller;
  }, handle);
}

async function authenticateInstallation(
  request: Request,
  requestId: string,
  scope: string,
): Promise<InstallationCaller> {
  const bearer = bearerOf(request);
  const context = machineContext(request, requestId);
  const found = bearer && (await verifyInstallationToken(bearer, context));
  if (!found) {
    if (bearer && (await verifyMachineToken(bearer, context)))
      throw new ServiceError("forbidden", { detail: "The token is not an installation's." });
    throw new ServiceError("unauthenticated", {
      detail: "Send an installation's token as a bearer token.",
    });
  }
  if (!found.scopes.has(scope))
    throw new ServiceError("forbidden", { detail: `The token does not hold the scope ${scope}.` });
  return found;
}
