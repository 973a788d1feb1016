import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import { deleteStreamRow, holdStream } from "@/lib/features/shared-signals/stream-store";
import type { MachineCaller } from "@/lib/kernel/caller";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { missing } from "@/lib/kernel/errors";

/** Deletes a stream with its waiting signals.
 *  @throws ServiceError `missing` */
export async function deleteStream(caller: MachineCaller, id: string): Promise<void> {
  await inTransaction(caller, async (db) => {
    const { credentialId, actor, context } = caller;
    const stream = await holdStream(db, credentialId, id);
    if (!stream || !(await deleteStreamRow(db, id))) throw missing();
    await recordAuditEvent(db, {
      kind: "ssf.stream_deleted",
      actor,
      context,
      targets: [{ type: "signal_stream", id }],
    });
  });
}
