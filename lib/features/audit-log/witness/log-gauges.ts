import { readPlatform } from "@/lib/core/platform/platform-store";
import {
  type CursorHolder,
  type LogSignals,
  readCursorHolders,
  readLogSignals,
} from "@/lib/features/audit-log/witness/log-signal-store";
import { namedWitnesses } from "@/lib/features/audit-log/witness/witness";
import { inBatch } from "@/lib/kernel/db/batch";
import { CONNECTION_NAME } from "@/lib/kernel/db/connection-options";
import { databaseGauges } from "@/lib/kernel/db/database-gauges";
import type { Figure } from "@/lib/kernel/process/metrics";

/** State of the logs, and the current holders of their cursors. */
interface Signals {
  logs: LogSignals;
  holders: CursorHolder[];
}

const { gauge } = databaseGauges(readSignals);

async function readSignals(): Promise<Signals> {
  const [logs, holders] = await Promise.all([
    readLogSignals(namedWitnesses().map(({ verifier }) => verifier.text)),
    readHolders(),
  ]);
  return { logs, holders };
}

async function readHolders(): Promise<CursorHolder[]> {
  const platform = await readPlatform();
  return platform ? inBatch(platform, readCursorHolders) : [];
}

/** Registers metrics of this process about the logs of all tenants. */
export function registerLogGauges(): void {
  const each =
    (figure: keyof LogSignals) =>
    ({ logs }: Signals): Figure[] => [{ labels: {}, value: Number(logs[figure]) }];
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
function held({ holders, logs }: Signals): Figure[] {
  const longest = new Map<string, Figure>();
  for (const { cursorName, database, application, seconds } of holders) {
    if (cursorName !== "audit_log_cursor") continue;
    const holder = application.startsWith(CONNECTION_NAME) ? "atrium" : "other";
    const value = Math.max(seconds ?? logs.oldestSeconds, longest.get(holder)?.value ?? 0);
    longest.set(holder, { labels: { database, holder }, value });
  }
  return [...longest.values()];
}
