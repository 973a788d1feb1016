import type { App, AppPackagePolicy } from "@/lib/core/apps/app";
import { lockApp, updateApp } from "@/lib/core/apps/app-store";
import { assertKnownTypes } from "@/lib/core/apps/assert-known-types";
import { changedFields } from "@/lib/core/audit/changed-fields";
import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import type { Caller } from "@/lib/kernel/caller";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { missing } from "@/lib/kernel/errors";

/** Changes which organizations reach an app, from the next token on.
 *  @throws ServiceError `missing`, or `unprocessable` for an organization type that is not configured */
export function changePackagePolicy(
  caller: Caller,
  id: string,
  changes: Partial<AppPackagePolicy>,
): Promise<App> {
  return inTransaction(caller, async (db) => {
    const app = await lockApp(db, id);
    if (!app) throw missing();
    await assertKnownTypes(db, changes.allowedOrganizationTypes ?? []);
    const changed = changedFields<AppPackagePolicy>(app, changes);
    if (changed.length === 0) return app;
    const [updated] = await Promise.all([
      updateApp(db, id, changes),
      recordAuditEvent(db, {
        kind: "app.package_policy_changed",
        actor: caller.actor,
        context: caller.context,
        targets: [{ type: "app", id, name: app.name }],
        metadata: { changed, ...changes },
      }),
    ]);
    return updated;
  });
}
