import type { App } from "@/lib/core/apps/app";
import { assertKnownApps } from "@/lib/core/apps/assert-known-apps";
import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import { lockOwnRole } from "@/lib/core/roles/change-role";
import { listRoleApps, replaceRoleApps } from "@/lib/core/roles/role-store";
import type { Caller } from "@/lib/kernel/caller";
import { inTransaction } from "@/lib/kernel/db/transaction";

/** Replaces the set of apps that a role reaches with `appIds`.
 *  @throws ServiceError `missing` for the role, `conflict` for a system role, `unprocessable` for an app
 *  that is not in the environment */
export function changeRoleApps(
  caller: Caller,
  id: string,
  appIds: readonly string[],
): Promise<App[]> {
  return inTransaction(caller, async (db) => {
    const role = await lockOwnRole(db, id);
    await assertKnownApps(db, appIds);
    const before = new Set((await listRoleApps(db, id)).map((app) => app.id));
    const added = appIds.filter((appId) => !before.has(appId));
    const removed = [...before].filter((appId) => !appIds.includes(appId));
    if (added.length + removed.length > 0) {
      await Promise.all([
        replaceRoleApps(db, id, appIds),
        recordAuditEvent(db, {
          kind: "role.apps_changed",
          actor: caller.actor,
          context: caller.context,
          targets: [{ type: "role", id, name: role.name }],
          metadata: { added, removed },
        }),
      ]);
    }
    return listRoleApps(db, id);
  });
}
