import { readPlatform } from "@/lib/core/platform/platform-store";
import { type KeyAge, keyAges } from "@/lib/core/signing-keys/key-age";
import {
  type CursorHolder,
  type LogSignals,
  readCursorHolders,
  readLogSignals,
} from "@/lib/features/audit-log/witness/log-signal-store";
import { namedWitnesses } from "@/lib/features/audit-log/witness/witness";
import { inBatch } from "@/lib/kernel/db/batch";
import { CONNECTION_NAME } from "@/lib/kernel/db/connection-options";
import { databaseDeadlines } from "@/lib/kernel/db/deadlines";
import { readStrayRows, type StrayRows } from "@/lib/kernel/db/partitions";
import { type QueueName, queues } from "@/lib/kernel/jobs/queues";
import { withinDeadline } from "@/lib/kernel/process/deadline";
import { type Figure, registerGauge } from "@/lib/kernel/process/metrics";
import {
  type OutboxSignals,
  type QueueSignals,
  readOutboxSignals,
  readQueueSignals,
} from "@/lib/worker/signal-store";

/** Several scrapers within this time share one read of the database. */
const CACHED_MS = 15_000;

/** Values from the database about mail, logouts, queues, keys, partitions and audit logs. */
interface StorageSignals {
  outbox: OutboxSignals;
  queues: QueueSignals[];
  keys: KeyAge[];
  stray: StrayRows[];
  logs: LogSignals;
  holders: CursorHolder[];
}

let readAt = Number.NEGATIVE_INFINITY;
let reading: Promise<StorageSignals | null> = Promise.resolve(null);

/** Returns the database's values, at most 15 seconds old; null when it does not answer in time. Read only for
 *  a scrape, by one process for the whole server. */
function signals(): Promise<StorageSignals | null> {
  if (performance.now() - readAt < CACHED_MS) return reading;
  readAt = performance.now();
  reading = withinDeadline(databaseDeadlines().readyMs, readSignals()).catch(() => null);
  return reading;
}

async function readSignals(): Promise<StorageSignals> {
  const names = Object.keys(queues) as QueueName[];
  const [outbox, inQueues, keys, stray, logs, holders] = await Promise.all([
    readOutboxSignals(),
    readQueueSignals(names),
    keyAges(),
    readStrayRows(),
    readLogSignals(namedWitnesses().map(({ verifier }) => verifier.text)),
    readHolders(),
  ]);
  return { outbox, queues: inQueues, keys, stray, logs, holders };
}

async function readHolders(): Promise<CursorHolder[]> {
  const platform = await readPlatform();
  return platform ? inBatch(platform, readCursorHolders) : [];
}

/** Registers a gauge from the database's values. While the database is unreachable it has no figure, rather
 *  than an old one. */
function gauge(name: string, help: string, read: (signals: StorageSignals) => Figure[]): void {
  registerGauge(
    name,
    help,
    async () => {
      const found = await signals();
      return found ? read(found) : [];
    },
    "max",
  );
}

const one = (value: number): Figure[] => [{ labels: {}, value }];

/** Registers metrics of this process about waiting work in the database, the age of keys, and whether the
 *  database answers. */
export function registerStorageSignals(): void {
  registerGauge(
    "database_up",
    "Whether PostgreSQL answers the worker (1) or not (0)",
    async () => one((await signals()) ? 1 : 0),
    "max",
  );
  gauge("database_bytes", "Size of the database", ({ outbox }) => one(outbox.databaseBytes));
  gauge("mails_waiting", "Messages that wait to be sent", ({ outbox }) => one(outbox.mailsWaiting));
  gauge("mails_oldest_seconds", "Since when the oldest message waits", ({ outbox }) =>
    one(outbox.mailsOldestSeconds),
  );
  gauge("logout_deliveries_waiting", "Back-channel logouts that wait", ({ outbox }) =>
    one(outbox.logoutsWaiting),
  );
  gauge(
    "logout_deliveries_oldest_seconds",
    "Since when the oldest back-channel logout waits",
    ({ outbox }) => one(outbox.logoutsOldestSeconds),
  );
  gauge("rows_without_partition", "Rows that lie in the default partition, by table", ({ stray }) =>
    stray.map(({ parent, rows }) => ({ labels: { table: parent }, value: rows })),
  );
  registerQueues();
  registerKeys();
  registerAuditLogs();
}

function registerAuditLogs(): void {
  const each = (figure: keyof LogSignals) => (all: StorageSignals) => one(Number(all.logs[figure]));
  gauge(
    "audit_log_events_waiting",
    "Events that are in no log yet; at most 10,000",
    each("waiting"),
  );
  gauge(
    "audit_log_oldest_seconds",
    "Since when the oldest event waits that is in no log yet",
    each("oldestSeconds"),
  );
  gauge(
    "audit_log_held_seconds",
    "How long the transactions have run that hold the cursor of the audit logs, by database and by whose they are",
    held,
  );
  gauge(
    "audit_log_looking",
    "Whether the trail is looked through for events that are in no log (1) or not (0)",
    each("looking"),
  );
  gauge(
    "audit_logs_refused",
    "Audit logs to which nothing is appended, because they are not as they were signed",
    each("refused"),
  );
  gauge(
    "audit_logs_uncosigned",
    "Audit logs that a witness has failed to cosign more than twice, counted for each witness",
    each("uncosigned"),
  );
}

/** Returns the longest of each kind of holder: a series for each process id would be too many. Where
 *  PostgreSQL hides the age of another role's transaction, the wait of the oldest event is used instead. */
function held({ holders, logs }: StorageSignals): Figure[] {
  const longest = new Map<string, Figure>();
  for (const { cursorName, database, application, seconds } of holders) {
    if (cursorName !== "audit_log_cursor") continue;
    const holder = application.startsWith(CONNECTION_NAME) ? "atrium" : "other";
    const value = Math.max(seconds ?? logs.oldestSeconds, longest.get(holder)?.value ?? 0);
    longest.set(holder, { labels: { database, holder }, value });
  }
  return [...longest.values()];
}

function registerQueues(): void {
  const each =
    (figure: "waiting" | "active" | "failed" | "oldestSeconds") => (all: StorageSignals) =>
      all.queues.map((queue) => ({ labels: { queue: queue.name }, value: queue[figure] }));
  gauge("jobs_waiting", "Jobs that may run now and wait, by queue", each("waiting"));
  gauge("jobs_active", "Jobs that a worker holds, by queue", each("active"));
  gauge("jobs_failed", "Jobs that were given up and are kept, by queue", each("failed"));
  gauge("jobs_oldest_seconds", "Since when the oldest job waits, by queue", each("oldestSeconds"));
}

function registerKeys(): void {
  const each = (figure: "ageSeconds" | "dueSeconds") => (all: StorageSignals) =>
    all.keys.map((key) => ({ labels: { purpose: key.purpose }, value: key[figure] }));
  gauge(
    "signing_key_age_seconds",
    "Since when the key that signs does so, by purpose",
    each("ageSeconds"),
  );
  gauge(
    "signing_key_due_seconds",
    "Until the key that signs should be replaced, by purpose; below zero it is overdue",
    each("dueSeconds"),
  );
}
