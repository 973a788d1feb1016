import { type LoggedEvent, readLoggedEvents } from "@/lib/audit/log/log-reading-store";
import type { EventType } from "@/lib/audit/signals/event-types";
import { countRemovals, removedAmong } from "@/lib/audit/signals/removal-store";
import { countSignals, insertSignals, type NewSignal } from "@/lib/audit/signals/signal-store";
import { type Signal, signalsOf, tellingKinds } from "@/lib/audit/signals/signals-of";
import { deliveredTypes, type SignalStream } from "@/lib/audit/signals/stream";
import { addressHash, userHash } from "@/lib/audit/signals/subject";
import type { Queryable } from "@/lib/db/queryable";
import { newId } from "@/lib/ids";
import { addressesOf } from "@/lib/users/former-address-store";

/** How many signals of a stream wait at most. The log is looked through no further until the receiver acknowledges some. */
export const MOST_WAITING = 2_000;

/** Positions of the log that one look goes over, and looks of one poll. */
const SLICE = 1_000;
const MOST_LOOKS = 10;

/** How far a stream was fed. */
export interface Fed {
  /** The log was looked through up to here. */
  position: number;
  /** Whether that was its end. */
  isAtEnd: boolean;
}

/** Reads on in the tenant's log and stores a signal for whatever the receiver wants to hear of. The stream's row is held, so that
 *  of several polls each event is read by one.
 *  @param wanted how many signals would do */
export async function feedStream(
  db: Queryable,
  stream: SignalStream,
  wanted: number,
  at: Date,
): Promise<Fed> {
  const types = deliveredTypes(stream);
  const filter = { environmentId: db.environmentId, kinds: tellingKinds(types) };
  let { position } = stream;
  let waiting = await countSignals(db, stream.id);
  for (let looks = 0; looks < MOST_LOOKS && waiting < MOST_WAITING; looks += 1) {
    const slice = { after: position, positions: SLICE };
    const { events, lookedTo } = await readLoggedEvents(db, filter, slice);
    if (lookedTo === null) return { position, isAtEnd: true };
    const told = await withoutRemoved(db, stream.id, events);
    const { signals, upTo } = fitting(told, types, MOST_WAITING - waiting);
    await insertSignals(db, stream.id, signals, at);
    waiting += signals.length;
    position = upTo ?? lookedTo;
    if (upTo !== null || waiting >= wanted) break;
  }
  return { position, isAtEnd: false };
}

/** The signals of whole events for which there is room.
 *  @returns and up to where they go, where not all of them fit */
function fitting(
  events: readonly LoggedEvent[],
  types: readonly EventType[],
  room: number,
): { signals: NewSignal[]; upTo: number | null } {
  const signals: NewSignal[] = [];
  for (const event of events) {
    const found = signalsOf(event).flatMap(({ type }, ordinal) =>
      types.includes(type)
        ? [{ jti: newId(), position: event.position, eventId: event.id, ordinal }]
        : [],
    );
    if (signals.length + found.length > room) return { signals, upTo: event.position - 1 };
    signals.push(...found);
  }
  return { signals, upTo: null };
}

/** The events that are about nobody who was removed. */
async function withoutRemoved(
  db: Queryable,
  streamId: string,
  events: LoggedEvent[],
): Promise<LoggedEvent[]> {
  if (events.length === 0 || (await countRemovals(db, streamId)) === 0) return events;
  const about = (event: LoggedEvent) =>
    signalsOf(event).map(({ subject }: Signal) => subject.userId);
  const userIds = [...new Set(events.flatMap(about))];
  const addresses = await addressesOf(db, userIds);
  const hashes = userIds.flatMap((id) => {
    const email = addresses.get(id);
    return [
      { id, hash: userHash(db, id) },
      ...(email === undefined ? [] : [{ id, hash: addressHash(db, email) }]),
    ];
  });
  const removed = await removedAmong(
    db,
    streamId,
    hashes.map(({ hash }) => hash),
  );
  const silent = new Set(
    hashes.flatMap(({ id, hash }) => (removed.has(hash.toString("hex")) ? [id] : [])),
  );
  return events.filter((event) => !about(event).some((id) => silent.has(id)));
}
