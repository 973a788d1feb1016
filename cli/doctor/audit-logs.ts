import type { CursorHolder, LogSignals } from "@/lib/features/audit-log/witness/log-signal-store";
import { type Check, type Finding, failed, ok, skipped, warning } from "./check";

/** Seconds that an event may wait for its log: a warning, and a failure. Usually it takes up to five. */
const [LONG, TOO_LONG] = [60, 900];
/** Number of refused logs that are named. */
const MOST_NAMED = 5;

/** Checks that events reach the logs of their tenants, that no log is refused, and that witnesses cosign. */
export const auditLogs: Check = {
  name: "audit logs",
  needs: "database",
  look: async () => {
    const { readPlatform } = await import("@/lib/core/platform/platform-store");
    const { readCursorHolders, readLogSignals, readRefusedLogs } = await import(
      "@/lib/features/audit-log/witness/log-signal-store"
    );
    const { namedWitnesses } = await import("@/lib/features/audit-log/witness/witness");
    const { inBatch } = await import("@/lib/kernel/db/batch");
    const platform = await readPlatform();
    if (!platform) return skipped("there is no platform yet: nobody was invited to run it");
    const [signals, [refused, holders]] = await Promise.all([
      readLogSignals(namedWitnesses().map(({ verifier }) => verifier.text)),
      inBatch(platform, (db) =>
        Promise.all([readRefusedLogs(db, MOST_NAMED), readCursorHolders(db)]),
      ),
    ]);
    return auditLogsFinding(signals, refused, holders);
  },
};

/** @param refused the first of the refused logs
 *  @param holders current holders of the cursors */
export function auditLogsFinding(
  signals: LogSignals,
  refused: readonly { publicId: string; refusedAt: Date }[],
  holders: readonly CursorHolder[] = [],
): Finding {
  if (signals.refused > 0) {
    const named = refused.map(
      ({ publicId, refusedAt }) => `${publicId} since ${refusedAt.toISOString()}`,
    );
    const more = signals.refused > named.length ? ", and others" : "";
    return failed(
      `${signals.refused} refused, because they are not as they were signed: ${named.join(", ")}${more}`,
      "Somebody may have changed the database, or a restore was not whole. `audit verify --tenant ID` says what is wrong; once it is repaired, `audit resume --tenant ID` has the log go on.",
    );
  }
  const late = lateness(signals, holders);
  if (late) return late;
  if (signals.uncosigned > 0)
    return warning(
      `witnesses have failed to cosign ${signals.uncosigned} logs more than twice`,
      "The page of the proof of a tenant's audit log says why; so does the worker's log (a witness has not cosigned). A witness must be reached, and know the log and its key.",
    );
  if (signals.looking)
    return ok(
      "the trail is looked through for events that no log has; new ones come into their logs",
    );
  return ok(
    signals.waiting === 0 ? "every event is in its log" : `${signals.waiting} events come next`,
  );
}

function lateness(
  { waiting, oldestSeconds }: LogSignals,
  holders: readonly CursorHolder[],
): Finding | null {
  if (waiting === 0 || oldestSeconds < LONG) return null;
  const seen = `${waiting} events are in no log yet, the oldest for ${Math.round(oldestSeconds / 60)} minutes`;
  const held = holders
    .map(
      ({ cursorName, pid, database, application, since }) =>
        ` Process ${pid} (${application || "unnamed"}, database ${database}) holds ${cursorName}${since ? ` since ${since.toISOString()}` : ""}; pg_terminate_backend(${pid}) ends it.`,
    )
    .join("");
  const todo =
    "The worker takes events into logs: see the check of the worker, and its log for `events could not be taken into their logs`." +
    held;
  return oldestSeconds < TOO_LONG ? warning(seen, todo) : failed(seen, todo);
}
