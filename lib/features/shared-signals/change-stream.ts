import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import { noteChange } from "@/lib/features/shared-signals/settle-changes";
import type { SignalStream, StreamSettings } from "@/lib/features/shared-signals/stream";
import { findStream, holdStream, writeSettings } from "@/lib/features/shared-signals/stream-store";
import type { MachineCaller } from "@/lib/kernel/caller";
import { now } from "@/lib/kernel/clock";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { missing } from "@/lib/kernel/errors";

/** Changes the receiver's settings of its stream; absent fields stay. Earlier events are still filtered by
 *  the former settings.
 *  @param check inspects the stream before the change, and throws if the change is not allowed
 *  @throws ServiceError `missing` */
export function changeStream(
  caller: MachineCaller,
  id: string,
  changes: Partial<StreamSettings>,
  check: (before: SignalStream) => void,
): Promise<SignalStream> {
  return inTransaction(caller, async (db) => {
    const { credentialId, actor, context } = caller;
    const before = await holdStream(db, credentialId, id);
    if (!before) throw missing();
    check(before);
    const settings = {
      description: changes.description === undefined ? before.description : changes.description,
      eventsRequested:
        changes.eventsRequested === undefined ? before.eventsRequested : changes.eventsRequested,
    };
    const at = now();
    await writeSettings(db, id, settings, at);
    const change = { kind: "requested", eventsBefore: before.eventsRequested } as const;
    await recordAuditEvent(db, {
      kind: "ssf.stream_updated",
      actor,
      context,
      targets: [{ type: "signal_stream", id }],
      metadata: {
        events_requested: settings.eventsRequested,
        change: await noteChange(db, id, change, at),
      },
      at,
    });
    const stream = await findStream(db, credentialId, id);
    if (!stream) throw missing();
    return stream;
  });
}
