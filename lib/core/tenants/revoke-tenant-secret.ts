import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import { revokeTenantSecretRow } from "@/lib/core/tenants/tenant-secret-store";
import type { Caller } from "@/lib/kernel/caller";
import { now } from "@/lib/kernel/clock";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { missing } from "@/lib/kernel/errors";

/** Ends a tenant secret of the caller's environment at once. Ending it again changes nothing.
 *  @throws ServiceError `missing` when the environment has none with this id */
export async function revokeTenantSecret(caller: Caller, id: string): Promise<void> {
  await inTransaction(caller, async (db) => {
    const outcome = await revokeTenantSecretRow(db, id, now());
    if (outcome === "unknown") throw missing();
    if (outcome === "revoked_before") return;
    await recordAuditEvent(db, {
      kind: "tenant_secret.revoked",
      actor: caller.actor,
      context: caller.context,
      targets: [{ type: "tenant_secret", id }],
    });
  });
}
