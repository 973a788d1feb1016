import { changedFields } from "@/lib/core/audit/changed-fields";
import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import type { ExternalPrincipal } from "@/lib/core/external-identities/external-principal";
import {
  findExternalPrincipal,
  lockExternalPrincipal,
  updatePrincipalClaims,
} from "@/lib/core/external-identities/external-principal-store";
import type { Caller } from "@/lib/kernel/caller";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { missing } from "@/lib/kernel/errors";

/** Replaces a principal's claims.
 *  @throws ServiceError `missing` */
export function changeExternalPrincipal(
  caller: Caller,
  id: string,
  changes: { claims?: Record<string, unknown> | undefined },
): Promise<ExternalPrincipal> {
  return inTransaction(caller, async (db) => {
    const principal = await lockExternalPrincipal(db, id);
    if (!principal) throw missing();
    const { claims } = changes;
    if (!claims || changedFields({ claims: principal.claims }, { claims }).length === 0)
      return principal;
    await Promise.all([
      updatePrincipalClaims(db, id, claims),
      recordAuditEvent(db, {
        kind: "external_principal.updated",
        actor: caller.actor,
        context: caller.context,
        targets: [{ type: "external_principal", id, name: principal.subject }],
        metadata: { changed: ["claims"] },
      }),
    ]);
    return (await findExternalPrincipal(db, id)) ?? principal;
  });
}
