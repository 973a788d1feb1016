import type { AuditKind } from "@/lib/audit/audit-kinds";
import { recordAuditEvent } from "@/lib/audit/record-audit-event";
import type { Actor, RequestContext } from "@/lib/caller";
import { inTransaction } from "@/lib/db/transaction";
import { readPlatform } from "@/lib/platform/platform-store";

/** Records what somebody did to the database as a whole, in the platform's own audit log. Such work is many transactions
 *  of the owner, and is recorded once it is done. A database without a platform has nobody to tell.
 */
export async function recordOperation(
  { actor, context }: { actor: Actor; context: RequestContext },
  { kind, metadata }: { kind: AuditKind; metadata: Record<string, number | string | boolean> },
): Promise<void> {
  const platform = await readPlatform();
  if (!platform) return;
  await inTransaction(platform, (db) =>
    recordAuditEvent(db, { kind, actor, context, targets: [], metadata }),
  );
}
