import { isSame } from "@/lib/features/audit-log/log/bytes";
import { EventTexts } from "@/lib/features/audit-log/log/event-texts";
import { GrowingLog } from "@/lib/features/audit-log/log/growing-log";
import { platformScope } from "@/lib/features/audit-log/log/platform-of-logs";
import {
  appendToLogs,
  isFollowed,
  type LogGrowth,
  type LogState,
  mayHaveUnloggedEvents,
  readLogStates,
  readPendingHashes,
  refuseLogs,
  takeUnloggedEvents,
  type UnloggedEvent,
} from "@/lib/features/audit-log/log/sequencing-store";
import {
  logOrigin,
  ownCheckpoint,
  signCheckpoint,
} from "@/lib/features/audit-log/log/sign-checkpoint";
import { inBatch } from "@/lib/kernel/db/batch";
import type { Queryable } from "@/lib/kernel/db/queryable";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { logger } from "@/lib/kernel/process/logger";

/** Events that one transaction adds to logs: about a third of a second. */
const BATCH = 2_000;

/** Result of a run of the sequencer. */
export interface Sequenced {
  /** Number of events added to logs. If it equals the limit, there may be more. */
  taken: number;
  /** Whether readers are waiting for events. */
  followed: boolean;
}

/** Adds the next committed events of all tenants to their tenants' logs, and signs checkpoints. An event's
 *  position is decided here for good: entries, hashes, checkpoints and the list of events to do change in
 *  one transaction. Any number of processes may call it; one works at a time, and the others find
 *  nothing. */
export async function sequenceEvents(atMost = BATCH): Promise<Sequenced> {
  const platform = await platformScope();
  const [may, followed] = await inBatch(platform, (db) =>
    Promise.all([mayHaveUnloggedEvents(db), isFollowed(db)]),
  );
  if (!may) return { taken: 0, followed };
  return inTransaction(platform, async (db) => {
    const events = await takeUnloggedEvents(db, atMost);
    if (events.length === 0) return { taken: 0, followed };
    const grown: LogGrowth[] = [];
    const refused: string[] = [];
    const texts = new EventTexts();
    for (const found of await logsOf(db, events)) {
      const log = await opened(found);
      if (log) grown.push(await grow(log, found, texts));
      else refused.push(found.tenantId);
    }
    if (refused.length > 0) await refuseLogs(db, refused);
    if (grown.length > 0) await appendToLogs(db, grown);
    return { taken: events.length, followed };
  });
}

/** A tenant's stored log, and the entries to append. */
interface FoundLog {
  tenantId: string;
  state: LogState | undefined;
  pending: Map<number, Uint8Array>;
  events: UnloggedEvent[];
}

async function logsOf(db: Queryable, events: readonly UnloggedEvent[]): Promise<FoundLog[]> {
  const byTenant = Map.groupBy(events, (event) => event.tenantId);
  const tenantIds = [...byTenant.keys()];
  const [states, pending] = await Promise.all([
    readLogStates(db, tenantIds),
    readPendingHashes(db, tenantIds),
  ]);
  return [...byTenant].map(([tenantId, ofTenant]) => {
    const isOwn = (one: { tenantId: string }) => one.tenantId === tenantId;
    const hashes = pending.filter(isOwn).map((one) => [one.level, one.hashes] as const);
    return { tenantId, state: states.find(isOwn), pending: new Map(hashes), events: ofTenant };
  });
}

async function grow(
  log: GrowingLog,
  { tenantId, state, events }: FoundLog,
  texts: EventTexts,
): Promise<LogGrowth> {
  const origin = state?.origin ?? logOrigin(events[0]?.tenantPublicId ?? "");
  for (const event of events) log.append(event, texts);
  const checkpoint = await signCheckpoint({ origin, size: log.size, root: log.root() });
  return { tenantId, origin, checkpoint, ...log.growth() };
}

/** Restores a log from its last signed state; null if the stored hashes do not match it. So an attacker who
 *  can write to the database cannot make the service sign another past. */
async function opened({ state, pending }: FoundLog): Promise<GrowingLog | null> {
  if (!state) return GrowingLog.from(0, pending);
  const signed = await ownCheckpoint(state.checkpoint);
  const log = GrowingLog.from(state.size, pending);
  const isAsSigned =
    log &&
    signed?.origin === state.origin &&
    signed.size === state.size &&
    isSame(signed.root, log.root());
  if (isAsSigned) return log;
  logger.error({ log: state.origin, size: state.size }, "an audit log is not as it was signed");
  return null;
}
