import { assertKnownApps } from "@/lib/core/apps/assert-known-apps";
import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import type { Package } from "@/lib/core/packages/package";
import { lockPackage, replacePackageApps } from "@/lib/core/packages/package-store";
import type { Caller } from "@/lib/kernel/caller";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { missing } from "@/lib/kernel/errors";

/** Replaces the set of apps that a package lists with `appIds`.
 *  @throws ServiceError `missing` for the package, `unprocessable` for an app that is not in the
 *  environment */
export function changePackageApps(
  caller: Caller,
  id: string,
  appIds: readonly string[],
): Promise<Package> {
  return inTransaction(caller, async (db) => {
    const stored = await lockPackage(db, id);
    if (!stored) throw missing();
    await assertKnownApps(db, appIds);
    const added = appIds.filter((appId) => !stored.appIds.includes(appId));
    const removed = stored.appIds.filter((appId) => !appIds.includes(appId));
    if (added.length + removed.length === 0) return stored;
    await Promise.all([
      replacePackageApps(db, id, appIds),
      recordAuditEvent(db, {
        kind: "package.apps_changed",
        actor: caller.actor,
        context: caller.context,
        targets: [{ type: "package", id, name: stored.name }],
        metadata: { added, removed },
      }),
    ]);
    return { ...stored, appIds: [...appIds].sort() };
  });
}
