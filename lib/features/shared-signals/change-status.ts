import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import { readLogHead } from "@/lib/features/audit-log/log/log-reading-store";
import { listChanges } from "@/lib/features/shared-signals/change-store";
import { noteChange, settleChanges } from "@/lib/features/shared-signals/settle-changes";
import { deleteAllSignals } from "@/lib/features/shared-signals/signal-store";
import type { SignalStream, StreamStatus } from "@/lib/features/shared-signals/stream";
import { findStream, holdStream, writeStatus } from "@/lib/features/shared-signals/stream-store";
import type { MachineCaller } from "@/lib/kernel/caller";
import { now } from "@/lib/kernel/clock";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { missing } from "@/lib/kernel/errors";

/** Enables, pauses or disables a stream (SSF 1.0 §8.1.2). A paused one resumes where it stopped. A disabled
 *  one drops its waiting signals, and events until it is enabled again are never delivered.
 *  @throws ServiceError `missing` */
export function changeStatus(
  caller: MachineCaller,
  id: string,
  { status, reason }: { status: StreamStatus; reason: string | null },
): Promise<SignalStream> {
  return inTransaction(caller, async (db) => {
    const { credentialId, actor, context } = caller;
    const before = await holdStream(db, credentialId, id);
    if (!before) throw missing();
    const at = now();
    const forgets = status === "disabled" || before.status === "disabled";
    const end = forgets ? ((await readLogHead(db))?.size ?? 0) - 1 : before.position;
    if (status === "disabled") await deleteAllSignals(db, id);
    // Earlier events will not be delivered any more, so that pending changes take effect at once.
    if (forgets) await settleChanges(db, id, await listChanges(db, id), at);
    const change = forgets ? await noteChange(db, id, { kind: "begun" }, at) : undefined;
    await writeStatus(db, id, { status, reason, position: end }, at);
    await recordAuditEvent(db, {
      kind: "ssf.status_changed",
      actor,
      context,
      targets: [{ type: "signal_stream", id }],
      metadata: { status, reason, ...(change && { change }) },
      at,
    });
    const stream = await findStream(db, credentialId, id);
    if (!stream) throw missing();
    return stream;
  });
}
