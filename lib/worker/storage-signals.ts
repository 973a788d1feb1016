import { type KeyAge, keyAges } from "@/lib/core/signing-keys/key-age";
import { features } from "@/lib/features/feature";
import { databaseGauges } from "@/lib/kernel/db/database-gauges";
import { readStrayRows, type StrayRows } from "@/lib/kernel/db/partitions";
import { type QueueName, queues } from "@/lib/kernel/jobs/queues";
import { type Figure, registerGauge } from "@/lib/kernel/process/metrics";
import {
  type OutboxSignals,
  type QueueSignals,
  readOutboxSignals,
  readQueueSignals,
} from "@/lib/worker/signal-store";

/** Values from the database about mail, logouts, queues, keys and partitions. */
interface StorageSignals {
  outbox: OutboxSignals;
  queues: QueueSignals[];
  keys: KeyAge[];
  stray: StrayRows[];
}

async function readSignals(): Promise<StorageSignals> {
  const names = Object.keys(queues) as QueueName[];
  const [outbox, inQueues, keys, stray] = await Promise.all([
    readOutboxSignals(),
    readQueueSignals(names),
    keyAges(),
    readStrayRows(),
  ]);
  return { outbox, queues: inQueues, keys, stray };
}

const { signals, gauge } = databaseGauges(readSignals);

const one = (value: number): Figure[] => [{ labels: {}, value }];

/** Registers metrics of this process about waiting work in the database, the age of keys, whether the
 *  database answers, and those of features. */
export async function registerStorageSignals(): Promise<void> {
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
  for (const { registerMetrics } of features()) await registerMetrics?.();
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
