import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import {
  deleteIdleStream,
  type IdleStream,
  idleStreams,
} from "@/lib/features/shared-signals/idle-stream-store";
import { IDLE_SECONDS } from "@/lib/features/shared-signals/stream";
import { serviceCaller } from "@/lib/kernel/caller";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { eachInTurn } from "@/lib/kernel/jobs/each-in-turn";

const BATCH = 500;

/** Deletes streams that their receivers have not used for thirty days (`inactivity_timeout`), with their
 *  waiting signals. Concurrent sweeps share the work.
 *  @returns the number of streams deleted by this sweep */
export async function endIdleStreams(): Promise<number> {
  let ended = 0;
  await eachInTurn(await idleStreams(IDLE_SECONDS, BATCH), async (stream) => {
    if (await end(stream)) ended += 1;
  });
  return ended;
}

function end({ streamId, ...scope }: IdleStream): Promise<boolean> {
  return inTransaction(scope, async (db) => {
    if (!(await deleteIdleStream(db, streamId, IDLE_SECONDS))) return false;
    const { actor, context } = serviceCaller(scope, "storage.sweep");
    const targets = [{ type: "signal_stream", id: streamId }];
    await recordAuditEvent(db, { kind: "ssf.stream_ended", actor, context, targets });
    return true;
  });
}
