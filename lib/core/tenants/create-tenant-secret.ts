import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import { insertTenantSecret, liveSecretSlots } from "@/lib/core/tenants/tenant-secret-store";
import type { Caller } from "@/lib/kernel/caller";
import { hashSecret, newSecret, secretHint } from "@/lib/kernel/crypto/secrets";
import { isUniqueViolation } from "@/lib/kernel/db/database-errors";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { ServiceError } from "@/lib/kernel/errors";

/** Creates a tenant secret (`alcs_…`) for the caller's environment. Only this response contains the
 *  secret.
 *  @throws ServiceError `conflict` when two are live already */
export async function createTenantSecret(
  caller: Caller,
): Promise<{ id: string; secret: string; hint: string }> {
  const secret = newSecret("alcs_");
  const hint = secretHint(secret);
  try {
    return await inTransaction(caller, async (db) => {
      const taken = await liveSecretSlots(db);
      const slot = [1, 2].find((candidate) => !taken.includes(candidate));
      if (!slot) throw twoAreLive();
      const id = await insertTenantSecret(db, {
        secretHash: hashSecret(secret),
        hint,
        slot,
      });
      await recordAuditEvent(db, {
        kind: "tenant_secret.created",
        actor: caller.actor,
        context: caller.context,
        targets: [{ type: "tenant_secret", id, name: hint }],
      });
      return { id, secret, hint };
    });
  } catch (error) {
    throw isUniqueViolation(error) ? twoAreLive() : error;
  }
}

function twoAreLive(): ServiceError {
  return new ServiceError("conflict", {
    detail: "The tenant has two live secrets already; revoke one secret first.",
    says: { name: "tenantHasTwoSecrets" },
  });
}
