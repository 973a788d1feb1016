import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import { revokeOperatorTokenRow } from "@/lib/core/operators/operator-token-store";
import { readPlatform } from "@/lib/core/platform/platform-store";
import type { Actor, RequestContext } from "@/lib/kernel/caller";
import { now } from "@/lib/kernel/clock";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { missing } from "@/lib/kernel/errors";

/** Ends an operator token at once. Revoking again changes nothing.
 *  @throws ServiceError `missing` */
export async function revokeOperatorToken(
  by: { actor: Actor; context: RequestContext },
  id: string,
): Promise<{ revoked: boolean }> {
  const platform = await readPlatform();
  if (!platform) throw missing();
  return inTransaction(platform, async (db) => {
    const row = await revokeOperatorTokenRow(db, id, now());
    if (row === undefined) throw missing();
    if (row === null) return { revoked: false };
    await recordAuditEvent(db, {
      kind: "operator_token.revoked",
      actor: by.actor,
      context: by.context,
      targets: [{ type: "operator_token", id, name: row.name }],
      metadata: { hint: row.hint },
    });
    return { revoked: true };
  });
}
