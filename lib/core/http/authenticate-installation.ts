import { verifyMachineToken } from "@/lib/core/credentials/verify-machine-token";
import { machineContext } from "@/lib/core/http/authenticate-machine";
import { bearerOf } from "@/lib/core/http/bearer";
import { isSightingDue } from "@/lib/core/installations/installation";
import { touchInstallation } from "@/lib/core/installations/installation-store";
import {
  type installationScopes,
  verifyInstallationToken,
} from "@/lib/core/installations/installation-token";
import type { InstallationCaller } from "@/lib/kernel/caller";
import { now } from "@/lib/kernel/clock";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { ServiceError } from "@/lib/kernel/errors";

/** Scopes of an installation's token. */
export type InstallationScope = (typeof installationScopes)[number];

/** Authenticates the installation that sends a request, with a token that has `scope`. A credential's token
 *  is refused with 403: it is genuine, but no installation's.
 *  @throws ServiceError `unauthenticated`, `forbidden`, `tenant_disabled` */
export async function authenticateInstallation(
  request: Request,
  requestId: string,
  scope: InstallationScope,
): Promise<InstallationCaller> {
  const bearer = bearerOf(request);
  const context = machineContext(request, requestId);
  const found = bearer && (await verifyInstallationToken(bearer, context));
  if (!found) {
    if (bearer && (await verifyMachineToken(bearer, context)))
      throw new ServiceError("forbidden", {
        detail: "The token was not issued to an installation.",
      });
    throw new ServiceError("unauthenticated", {
      detail: "Send an installation's token as a bearer token.",
    });
  }
  if (!found.scopes.has(scope))
    throw new ServiceError("forbidden", { detail: `The token does not hold the scope ${scope}.` });
  return found;
}

/** Records when an installation was last seen, to the minute. */
export async function noteSeen(caller: InstallationCaller): Promise<void> {
  const at = now();
  if (isSightingDue(caller.lastSeenAt, at))
    await inTransaction(caller, (db) => touchInstallation(db, caller.installationId, at));
}
