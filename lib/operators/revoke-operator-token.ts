import { readPlatform } from "@/lib/administrators/platform-store";
import { recordAuditEvent } from "@/lib/audit/record-audit-event";
import type { Actor, RequestContext } from "@/lib/caller";
import { now } from "@/lib/clock";
import { inTenant } from "@/lib/db";
import { missing } from "@/lib/errors";
import { revokeOperatorTokenRow } from "@/lib/operators/operator-token-store";

/** Ends an operator token at once. Once more changes nothing.
 *  @throws ServiceError `missing` */
export async function revokeOperatorToken(
  by: { actor: Actor; context: RequestContext },
  id: string,
): Promise<{ revoked: boolean }> {
  const platform = await readPlatform();
  if (!platform) throw missing();
  return inTenant(platform, async (transaction) => {
    const row = await revokeOperatorTokenRow(transaction, id, now());
    if (row === undefined) throw missing();
    if (row === null) return { revoked: false };
    await recordAuditEvent(transaction, {
      kind: "operator_token.revoked",
      actor: by.actor,
      context: by.context,
      targets: [{ type: "operator_token", id, name: row.name }],
      metadata: { hint: row.hint },
    });
    return { revoked: true };
  });
}
