import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import { updateOidcClientRow } from "@/lib/core/oidc-clients/oidc-client-store";
import type { Caller } from "@/lib/kernel/caller";
import { now } from "@/lib/kernel/clock";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { missing } from "@/lib/kernel/errors";

/** Revokes a relying party for good. From then on it counts as unknown: its codes and tokens are worthless,
 *  since each use looks the client up.
 *  @throws ServiceError `missing` for one that is unknown or revoked */
export async function revokeOidcClient(caller: Caller, id: string): Promise<void> {
  await inTransaction(caller, async (db) => {
    const client = await updateOidcClientRow(db, id, { revokedAt: now() });
    if (!client) throw missing();
    await recordAuditEvent(db, {
      kind: "oidc_client.revoked",
      actor: caller.actor,
      context: caller.context,
      targets: [{ type: "oidc_client", id, name: client.name }],
    });
  });
}
