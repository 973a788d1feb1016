import type { App, AppPackagePolicy } from "@/lib/apps/app";
import { lockApp, updateApp } from "@/lib/apps/app-store";
import { assertKnownTypes } from "@/lib/apps/assert-known-types";
import { changedFields } from "@/lib/audit/changed-fields";
import { recordAuditEvent } from "@/lib/audit/record-audit-event";
import type { Caller } from "@/lib/caller";
import { inTransaction } from "@/lib/db/transaction";
import { missing } from "@/lib/errors";

/** Changes which organizations reach an app. Holds from the next token on.
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
