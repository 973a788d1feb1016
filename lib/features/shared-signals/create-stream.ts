import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import { readLogHead } from "@/lib/features/audit-log/log/log-reading-store";
import { noteChange } from "@/lib/features/shared-signals/settle-changes";
import {
  MOST_STREAMS,
  type SignalStream,
  type StreamSettings,
} from "@/lib/features/shared-signals/stream";
import { countStreams, findStream, insertStream } from "@/lib/features/shared-signals/stream-store";
import type { MachineCaller } from "@/lib/kernel/caller";
import { now } from "@/lib/kernel/clock";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { missing, ServiceError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";

/** Creates a stream for the calling credential. It delivers events from now on.
 *  @throws ServiceError `conflict` if the credential has the maximum number of streams */
export function createStream(
  caller: MachineCaller,
  settings: StreamSettings,
): Promise<SignalStream> {
  return inTransaction(caller, async (db) => {
    const { credentialId, actor, context } = caller;
    if ((await countStreams(db, credentialId)) >= MOST_STREAMS)
      throw new ServiceError("conflict", {
        detail: `A credential can have at most ${MOST_STREAMS} streams.`,
      });
    const at = now();
    const id = newId();
    const head = await readLogHead(db);
    await insertStream(db, { ...settings, id, credentialId, position: (head?.size ?? 0) - 1, at });
    await recordAuditEvent(db, {
      kind: "ssf.stream_created",
      actor,
      context,
      targets: [{ type: "signal_stream", id }],
      metadata: {
        events_requested: settings.eventsRequested,
        change: await noteChange(db, id, { kind: "begun" }, at),
      },
      at,
    });
    const stream = await findStream(db, credentialId, id);
    if (!stream) throw missing();
    return stream;
  });
}
