import { type LoggedEvent, readLoggedEvents } from "@/lib/features/audit-log/log/log-reading-store";
import { listChanges, type PendingChange } from "@/lib/features/shared-signals/change-store";
import type { EventType } from "@/lib/features/shared-signals/event-types";
import { addressesOf, formerAddressesOf } from "@/lib/features/shared-signals/former-address-store";
import { countRemovals, removedAmong } from "@/lib/features/shared-signals/removal-store";
import { settleChanges } from "@/lib/features/shared-signals/settle-changes";
import {
  countSignals,
  insertSignals,
  type NewSignal,
} from "@/lib/features/shared-signals/signal-store";
import { signalledKinds, signalsOf } from "@/lib/features/shared-signals/signals-of";
import { deliveredTypes, type SignalStream } from "@/lib/features/shared-signals/stream";
import { addressHash, userHash } from "@/lib/features/shared-signals/subject";
import type { Queryable } from "@/lib/kernel/db/queryable";
import { newId } from "@/lib/kernel/ids";

/** Maximum number of waiting signals of a stream. The log is read no further until the receiver
 *  acknowledges some. */
export const MOST_WAITING = 2_000;

/** Positions of the log in one slice, and slices in one poll. */
const SLICE = 1_000;
const MOST_LOOKS = 10;

/** Progress of a stream in the log. */
export interface Fed {
  /** Last position that was read. */
  position: number;
  /** Whether it is the end of the log. */
  isAtEnd: boolean;
}

/** Reads further in the tenant's log, and stores signals of the events that the receiver requested, until
 *  there are enough of them. The stream's row is locked, so that concurrent polls do not read an event
 *  twice. */
export async function feedStream(
  db: Queryable,
  stream: SignalStream,
  targetCount: number,
  at: Date,
): Promise<Fed> {
  const pending = await listChanges(db, stream.id);
  const state = new StreamState(stream, pending);
  const kinds = [...signalledKinds(state.everRequested), ...(pending.length > 0 ? CHANGES : [])];
  const filter = { environmentId: db.environmentId, kinds };
  let { position } = stream;
  let waiting = await countSignals(db, stream.id);
  for (let looks = 0; looks < MOST_LOOKS && waiting < MOST_WAITING; looks += 1) {
    const slice = { after: position, positions: SLICE };
    const { events, lookedTo } = await readLoggedEvents(db, filter, slice);
    if (lookedTo === null) return { position, isAtEnd: true };
    const subjects = await subjectsOf(db, stream.id, events, pending);
    const { signals, upTo, met } = fitting(events, state, subjects, MOST_WAITING - waiting);
    await insertSignals(db, stream.id, signals, at);
    await settleChanges(db, stream.id, met, at);
    waiting += signals.length;
    position = upTo ?? lookedTo;
    if (upTo !== null || waiting >= targetCount) break;
  }
  return { position, isAtEnd: false };
}

/** Signals of complete events, as far as there is room.
 *  @returns the signals; their last position, if not all of them fit; and the changes reached until
 *  there */
function fitting(
  events: readonly LoggedEvent[],
  state: StreamState,
  subjects: Subjects,
  room: number,
): { signals: NewSignal[]; upTo: number | null; met: PendingChange[] } {
  const signals: NewSignal[] = [];
  const met: PendingChange[] = [];
  for (const event of events) {
    const change = state.meet(event);
    if (change) {
      subjects.meet(change);
      met.push(change);
    }
    const found = signalsOf(event).flatMap(({ type, subject }, ordinal) =>
      state.tells(type) && !subjects.areRemoved(subject.userId, event.occurredAt)
        ? [{ jti: newId(), position: event.position, eventId: event.id, ordinal }]
        : [],
    );
    if (signals.length + found.length > room) return { signals, upTo: event.position - 1, met };
    signals.push(...found);
  }
  return { signals, upTo: null, met };
}

/** Kinds of audit events that refer to changes of a stream. */
const CHANGES = [
  ...["ssf.stream_created", "ssf.stream_updated", "ssf.status_changed"],
  ...["ssf.subject_removed", "ssf.subject_added"],
];

/** State of a stream at a position of the log: whether it delivers, and which types of events. */
class StreamState {
  readonly #stream: SignalStream;
  #pending: PendingChange[];

  constructor(stream: SignalStream, pending: readonly PendingChange[]) {
    this.#stream = stream;
    this.#pending = [...pending];
  }

  /** Types requested at any position from here on. */
  get everRequested(): EventType[] {
    const requests = this.#pending.filter(({ kind }) => kind === "requested");
    const all = [this.#stream.eventsRequested, ...requests.map((one) => one.eventsBefore)];
    return [...new Set(all.flatMap((eventsRequested) => deliveredTypes({ eventsRequested })))];
  }

  /** Applies the pending change that an event refers to.
   *  @returns null if it refers to none of this stream */
  meet({ kind, targets, metadata }: LoggedEvent): PendingChange | null {
    const isOurs = kind.startsWith("ssf.") && targets.some(({ id }) => id === this.#stream.id);
    const change = isOurs && this.#pending.find(({ id }) => id === metadata.change);
    if (!change) return null;
    this.#pending = this.#pending.filter((one) => one !== change);
    return change;
  }

  tells(type: EventType): boolean {
    if (this.#pending.some(({ kind }) => kind === "begun")) return false;
    const next = this.#pending.find(({ kind }) => kind === "requested");
    const eventsRequested = next ? next.eventsBefore : this.#stream.eventsRequested;
    return deliveredTypes({ eventsRequested }).includes(type);
  }
}

/** Excluded subjects of a stream at a position of the log. */
class Subjects {
  readonly #removed: Set<string>;
  readonly #hashAt: (userId: string, at: Date) => string[];

  constructor(removed: Set<string>, hashAt: (userId: string, at: Date) => string[]) {
    this.#removed = removed;
    this.#hashAt = hashAt;
  }

  meet({ kind, hashes }: PendingChange): void {
    for (const hash of hashes)
      if (kind === "removed") this.#removed.add(hash);
      else this.#removed.delete(hash);
  }

  areRemoved(userId: string, at: Date): boolean {
    if (this.#removed.size === 0) return false;
    return this.#hashAt(userId, at).some((hash) => this.#removed.has(hash));
  }
}

/** Users of events, each by id and by the address at the time of the event. */
async function subjectsOf(
  db: Queryable,
  streamId: string,
  events: readonly LoggedEvent[],
  pending: readonly PendingChange[],
): Promise<Subjects> {
  const isOpen = pending.some(({ kind }) => kind === "removed");
  if (events.length === 0 || (!isOpen && (await countRemovals(db, streamId)) === 0))
    return new Subjects(new Set(), () => []);
  const users = events.flatMap((event) => signalsOf(event).map(({ subject }) => subject.userId));
  const userIds = [...new Set(users)];
  const [now, former] = await Promise.all([
    addressesOf(db, userIds),
    formerAddressesOf(db, userIds),
  ]);
  const hashOf = new Map<string, string>();
  const byAddress = (email: string) => {
    const hash = hashOf.get(email) ?? addressHash(db, email).toString("hex");
    hashOf.set(email, hash);
    return hash;
  };
  const hashAt = (userId: string, at: Date) => {
    const then = former.find((one) => one.userId === userId && one.until >= at);
    const email = then?.email ?? now.get(userId);
    const own = userHash(db, userId).toString("hex");
    return email === undefined ? [own] : [own, byAddress(email)];
  };
  const known = [
    ...userIds.map((id) => userHash(db, id)),
    ...[...now.values(), ...former.map(({ email }) => email)].map((one) => addressHash(db, one)),
  ];
  return new Subjects(await removedAmong(db, streamId, known), hashAt);
}
