import type { App } from "@/lib/core/apps/app";
import { lockApp, updateApp } from "@/lib/core/apps/app-store";
import { changedFields } from "@/lib/core/audit/changed-fields";
import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import type { Caller } from "@/lib/kernel/caller";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { missing } from "@/lib/kernel/errors";

/** Changes the name of an app. Its key stays: the tenant's code names the app by it.
 *  @throws ServiceError `missing` */
export function changeApp(caller: Caller, id: string, changes: { name?: string }): Promise<App> {
  return inTransaction(caller, async (db) => {
    const app = await lockApp(db, id);
    if (!app) throw missing();
    const changed = changedFields<App>(app, changes);
    if (changed.length === 0) return app;
    const [updated] = await Promise.all([
      updateApp(db, id, changes),
      recordAuditEvent(db, {
        kind: "app.updated",
        actor: caller.actor,
        context: caller.context,
        targets: [{ type: "app", id, name: app.name }],
        metadata: { changed },
      }),
    ]);
    return updated;
  });
}
