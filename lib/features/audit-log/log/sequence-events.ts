import { EventTexts } from "@/lib/features/audit-log/log/event-texts";
import { GrowingLog } from "@/lib/features/audit-log/log/growing-log";
import { isSame } from "@/lib/features/audit-log/log/merkle-proof";
import { platformOfLogs } from "@/lib/features/audit-log/log/platform-of-logs";
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

/** Events that one transaction takes into logs: about a third of a second's work. */
const BATCH = 2_000;

/** What a look for events came to. */
export interface Sequenced {
  /** How many events it took into logs. As many as were asked for mean that more may be left. */
  taken: number;
  /** Whether somebody waits for events. */
  followed: boolean;
}

/** Takes the next committed events of every tenant into their tenants' logs, and signs how far those are. An event's place is
 *  decided here and never again: entries, hashes, checkpoints and what is left to do change together. Any number of processes may
 *  call it; one works at a time, and the others find nothing. */
export async function sequenceEvents(atMost = BATCH): Promise<Sequenced> {
  const platform = await platformOfLogs();
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

/** A tenant's log as it is stored, and what it is to grow by. */
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
  return [...byTenant].map(([tenantId, ofTenant]) => ({
    tenantId,
    state: states.find((one) => one.tenantId === tenantId),
    pending: new Map(
      pending.filter((one) => one.tenantId === tenantId).map((one) => [one.level, one.hashes]),
    ),
    events: ofTenant,
  }));
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

/** A log as it was when it was signed last; null when what is stored is anything else. So nobody who may write the database makes us
 *  vouch for another past. */
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
