import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import { findEnvironment, renameEnvironmentRow } from "@/lib/core/tenants/environment-store";
import type { Caller } from "@/lib/kernel/caller";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { missing } from "@/lib/kernel/errors";

/** Changes the name of the caller's environment. Its key stays: addresses and tokens name it by that.
 *  @throws ServiceError `missing` */
export async function renameEnvironment(caller: Caller, name: string): Promise<void> {
  await inTransaction(caller, async (db) => {
    const stored = await findEnvironment(db, caller.environmentKey);
    if (!stored) throw missing();
    if (stored.name === name) return;
    await renameEnvironmentRow(db, name);
    await recordAuditEvent(db, {
      kind: "environment.updated",
      actor: caller.actor,
      context: caller.context,
      targets: [{ type: "environment", id: stored.id, name: stored.name }],
      metadata: { before: { name: stored.name }, after: { name } },
    });
  });
}
