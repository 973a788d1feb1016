import type { App } from "@/lib/apps/app";
import { assertKnownApps } from "@/lib/apps/assert-known-apps";
import { recordAuditEvent } from "@/lib/audit/record-audit-event";
import type { Caller } from "@/lib/caller";
import { inTenant } from "@/lib/db";
import { lockOwnRole } from "@/lib/roles/change-role";
import { listRoleApps, replaceRoleApps } from "@/lib/roles/role-store";

/** Makes `appIds` the whole set of apps that a role reaches.
 *  @throws ServiceError `missing` for the role, `conflict` for a system role, `unprocessable` for an app
 *  that is not in the environment */
export function changeRoleApps(
  caller: Caller,
  id: string,
  appIds: readonly string[],
): Promise<App[]> {
  return inTenant(caller, async (transaction) => {
    const role = await lockOwnRole(transaction, id);
    await assertKnownApps(transaction, appIds);
    const before = new Set((await listRoleApps(transaction, id)).map((app) => app.id));
    const added = appIds.filter((appId) => !before.has(appId));
    const removed = [...before].filter((appId) => !appIds.includes(appId));
    if (added.length + removed.length > 0) {
      await replaceRoleApps(transaction, id, appIds);
      await recordAuditEvent(transaction, {
        kind: "role.apps_changed",
        actor: caller.actor,
        context: caller.context,
        targets: [{ type: "role", id, name: role.name }],
        metadata: { added, removed },
      });
    }
    return listRoleApps(transaction, id);
  });
}
