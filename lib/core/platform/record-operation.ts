import type { AuditKind } from "@/lib/core/audit/audit-kinds";
import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import { readPlatform } from "@/lib/core/platform/platform-store";
import type { Actor, RequestContext } from "@/lib/kernel/caller";
import { inTransaction } from "@/lib/kernel/db/transaction";

/** Records an operation on the whole database in the platform's own audit log. Such work is many
 *  transactions of the owner, and is recorded once it is done. A database without a platform has no log
 *  for it. */
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
