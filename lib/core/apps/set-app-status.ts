import type { App } from "@/lib/core/apps/app";
import { lockApp, updateApp } from "@/lib/core/apps/app-store";
import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import type { Caller } from "@/lib/kernel/caller";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { missing } from "@/lib/kernel/errors";

/** Disables an app or enables it again. From the commit on no token is issued or refreshed for a disabled
 *  one (`app_disabled`). It revokes nothing: sessions continue, because they serve other apps too, and
 *  issued access tokens expire within their five minutes.
 *  @throws ServiceError `missing` */
export function setAppStatus(caller: Caller, id: string, status: App["status"]): Promise<App> {
  return inTransaction(caller, async (db) => {
    const app = await lockApp(db, id);
    if (!app) throw missing();
    if (app.status === status) return app;
    const [updated] = await Promise.all([
      updateApp(db, id, { status }),
      recordAuditEvent(db, {
        kind: status === "active" ? "app.enabled" : "app.disabled",
        actor: caller.actor,
        context: caller.context,
        targets: [{ type: "app", id, name: app.name }],
      }),
    ]);
    return updated;
  });
}
