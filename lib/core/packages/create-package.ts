import { assertKnownApps } from "@/lib/core/apps/assert-known-apps";
import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import type { Package } from "@/lib/core/packages/package";
import { insertPackage, replacePackageApps } from "@/lib/core/packages/package-store";
import type { Caller } from "@/lib/kernel/caller";
import { isUniqueViolation } from "@/lib/kernel/db/database-errors";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { ServiceError } from "@/lib/kernel/errors";

/** Creates a package in the caller's environment.
 *  @throws ServiceError `conflict` when the key is taken, `unprocessable` for an unknown app */
export async function createPackage(
  caller: Caller,
  input: Pick<Package, "key" | "name"> & Partial<Omit<Package, "id">>,
): Promise<Package> {
  const { appIds = [], key, name, status = "active", entitlements = [] } = input;
  try {
    return await inTransaction(caller, async (db) => {
      await assertKnownApps(db, appIds);
      const made = await insertPackage(db, { key, name, status, entitlements });
      await Promise.all([
        replacePackageApps(db, made.id, appIds),
        recordAuditEvent(db, {
          kind: "package.created",
          actor: caller.actor,
          context: caller.context,
          targets: [{ type: "package", id: made.id, name }],
          metadata: { key, status, entitlements, appIds },
        }),
      ]);
      return { ...made, appIds: [...appIds].sort() };
    });
  } catch (error) {
    throw isUniqueViolation(error) ? packageKeyTaken() : error;
  }
}

/** Returns the refusal of a second package with the same key. */
export function packageKeyTaken(): ServiceError {
  return new ServiceError("conflict", {
    detail: "key: another package of this environment has this key.",
    says: { name: "packageKeyTaken" },
  });
}
