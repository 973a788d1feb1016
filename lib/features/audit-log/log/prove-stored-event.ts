import type { Hash } from "@/lib/features/audit-log/log/bytes";
import { readServedCheckpoint } from "@/lib/features/audit-log/log/cosignatures-store";
import {
  findProvableEvent,
  findTrailEvent,
  type ProvableEvent,
  readLogHead,
} from "@/lib/features/audit-log/log/log-reading-store";
import { proveConsistency, proveInclusion } from "@/lib/features/audit-log/log/prove-event";
import type { Caller } from "@/lib/kernel/caller";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { missing, ServiceError } from "@/lib/kernel/errors";

/** An event with the proof that it is in the log. */
export interface ProvedEvent {
  event: ProvableEvent;
  /** Number of entries of the log. */
  size: number;
  proof: Hash[];
  /** Signed checkpoint of that size, with its cosignatures. */
  checkpoint: string;
}

/** Proves that an event of the caller's environment is in the tenant's log.
 *  @throws ServiceError `missing`; `conflict` while the event is not in the log */
export function proveStoredEvent(caller: Caller, id: string): Promise<ProvedEvent> {
  return inTransaction(caller, async (db) => {
    // The event is read first: a log that contains it is at least that long.
    const [known, event, head] = await Promise.all([
      findTrailEvent(db, id),
      findProvableEvent(db, id),
      readServedCheckpoint(db),
    ]);
    if (!known) throw missing();
    if (!event || !head)
      throw new ServiceError("conflict", {
        detail: "The log does not have the event yet. It has it within seconds.",
      });
    const { size, checkpoint } = head;
    return { event, size, checkpoint, proof: await proveInclusion(db, event.position, size) };
  });
}

/** Proof that the tenant's log at one size extends itself at an older size. */
export interface ProvedConsistency {
  from: number;
  to: number;
  proof: Hash[];
}

/** Proves that the tenant's log extends itself at an older size.
 *  @param from the older size
 *  @param to the newer size; the current one without it
 *  @throws ServiceError `malformed` if a size is missing, the log is shorter, or the sizes are in the wrong
 *  order */
export function proveGrowth(
  caller: Caller,
  from: number | undefined,
  to: number | undefined,
): Promise<ProvedConsistency> {
  if (from === undefined) throw refusedQuery("from", "is missing");
  return inTransaction(caller, async (db) => {
    const size = (await readLogHead(db))?.size ?? 0;
    const until = to ?? size;
    const tooMany = `is more than the log has: ${size}`;
    if (until > size) throw refusedQuery("to", tooMany);
    if (from > until) throw refusedQuery("from", to === undefined ? tooMany : "is greater than to");
    return { from, to: until, proof: from > 0 ? await proveConsistency(db, from, until) : [] };
  });
}

function refusedQuery(parameter: string, detail: string): ServiceError {
  return new ServiceError("malformed", {
    detail: `${parameter}: ${detail}`,
    fields: { errors: [{ parameter, detail }] },
  });
}
