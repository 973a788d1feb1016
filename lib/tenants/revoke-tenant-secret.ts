import { recordAuditEvent } from "@/lib/audit/record-audit-event";
import type { Caller } from "@/lib/caller";
import { now } from "@/lib/clock";
import { inTransaction } from "@/lib/db/transaction";
import { missing } from "@/lib/errors";
import { revokeTenantSecretRow } from "@/lib/tenants/tenant-secret-store";

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
