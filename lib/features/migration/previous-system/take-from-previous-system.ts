import { hashPassword } from "@/lib/core/passwords/password-hash";
import { parseEmail } from "@/lib/core/users/email";
import { verifyWithPreviousSystem } from "@/lib/features/migration/previous-system/ask-previous-system";
import { migrateUser } from "@/lib/features/migration/previous-system/migrate-user";
import { PreviousSystemFailed } from "@/lib/features/migration/previous-system/previous-system";
import {
  type EnabledSystem,
  notePreviousFailure,
} from "@/lib/features/migration/previous-system/previous-system-store";
import type { Caller } from "@/lib/kernel/caller";
import { now } from "@/lib/kernel/clock";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { ServiceError } from "@/lib/kernel/errors";
import { withinHashCapacity } from "@/lib/kernel/process/hash-capacity";
import { logger } from "@/lib/kernel/process/logger";

/** Has the environment's previous system verify a password for an address without one in this service, and
 *  migrates the user if it is right. The request is made for suspended users as well, so that the response
 *  time does not distinguish them from unknown ones.
 *  @returns whether the address has a user now whose password may be the presented one
 *  @throws ServiceError `service_overloaded`: nothing was verified */
export async function takeFromPreviousSystem(
  caller: Caller,
  system: EnabledSystem,
  presented: { email: string; password: string },
): Promise<boolean> {
  const email = parseEmail(presented.email)?.email;
  if (email === undefined) return false;
  const { password } = presented;
  try {
    const user = await verifyWithPreviousSystem(caller, system, { email, password });
    if (!user) return false;
    await withinHashCapacity(caller, async () => {
      const passwordHash = await hashPassword(caller, password);
      await migrateUser(caller, { email, passwordHash, user });
    });
    return true;
  } catch (error) {
    const reason = reasonOf(error);
    if (reason === null) throw error;
    // The response must not reveal the reason of the failure: administrators see it in the settings.
    logger.warn({ reason, environmentId: caller.environmentId }, "a previous system failed");
    await inTransaction(caller, (db) => notePreviousFailure(db, reason, now()));
    return false;
  }
}

/** Reason of a failed migration that is the previous system's fault; null for any other error. */
function reasonOf(error: unknown): string | null {
  if (error instanceof PreviousSystemFailed) return error.message;
  if (error instanceof ServiceError && error.reason === "conflict")
    return "it names an external id that another user has here";
  return null;
}
