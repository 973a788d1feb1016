import { setTimeout as sleep } from "node:timers/promises";
import { sequenceEvents } from "@/lib/features/audit-log/log/sequence-events";
import type { TenantScope } from "@/lib/kernel/caller";
import { read } from "@/lib/kernel/db/queryable";
import { inTransaction } from "@/lib/kernel/db/transaction";

/** Sequences events, as the worker does, until a tenant's log has its whole trail. */
export async function untilLogged(scope: TenantScope): Promise<void> {
  for (;;) {
    await sequenceEvents();
    const row = await inTransaction(scope, (db) =>
      db.first(read<{ left: number }>`
        SELECT count(*) AS left FROM tenant_audit_events e
        WHERE NOT EXISTS (SELECT FROM audit_log_entries l WHERE l.event_id = e.id)`),
    );
    if (row?.left === 0) return;
    // Another sequencer holds the cursor.
    await sleep(20);
  }
}
