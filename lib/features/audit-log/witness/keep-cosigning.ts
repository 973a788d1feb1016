import { setTimeout as sleep } from "node:timers/promises";
import { platformScope } from "@/lib/features/audit-log/log/platform-of-logs";
import { cosignLog } from "@/lib/features/audit-log/witness/cosign-log";
import { namedWitnesses, type Witness } from "@/lib/features/audit-log/witness/witness";
import { claimCosigning } from "@/lib/features/audit-log/witness/witness-store";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { logger } from "@/lib/kernel/process/logger";

/** Logs that are sent to one witness at a time. */
const AT_ONCE = 8;
/** Pause between two queries for logs that grew, in milliseconds. */
const PAUSE_MS = 2_000;
/** Longest pause while a witness cosigns nothing, or the database is unavailable. */
const LONGEST_PAUSE_MS = 60_000;

/** Requests cosignatures of the logs that grew from each of the operator's witnesses, for as long as the
 *  process runs. Each witness has its own loop, so that a slow one delays neither the others nor the
 *  sequencer. Any number of processes may run it.
 *  @returns `stop`, which aborts a request under way; the next worker repeats it */
export function keepCosigning(witnesses: readonly Witness[] = namedWitnesses()): {
  stop(): Promise<void>;
} {
  const ending = new AbortController();
  const done = Promise.all(witnesses.map((witness) => cosignUntil(witness, ending.signal)));
  return {
    stop: async () => {
      ending.abort();
      await done;
    },
  };
}

async function cosignUntil(witness: Witness, signal: AbortSignal): Promise<void> {
  let failures = 0;
  while (!signal.aborted) {
    try {
      const { requested, cosigned } = await cosignLogs(witness, signal);
      failures = requested > 0 && cosigned === 0 ? failures + 1 : 0;
      if (requested === AT_ONCE && cosigned > 0) continue;
    } catch (error) {
      failures += 1;
      const reason = error instanceof Error ? error.message : String(error);
      logger.warn({ witness: witness.verifier.name, reason }, "logs could not be cosigned");
    }
    const pause = Math.min(PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS);
    await sleep(pause, undefined, { signal }).catch(() => {});
  }
}

/** Sends the next logs that grew to a witness.
 *  @returns the number of logs sent, and of those that it cosigned
 *  @throws Error if the database is unavailable */
export async function cosignLogs(
  witness: Witness,
  signal: AbortSignal,
): Promise<{ requested: number; cosigned: number }> {
  const claimed = await inTransaction(await platformScope(), (db) =>
    claimCosigning(db, [witness.verifier.text], AT_ONCE),
  );
  const outcomes = await Promise.all(
    claimed.map(({ tenantId }) => cosignLog(tenantId, witness, signal)),
  );
  return { requested: claimed.length, cosigned: outcomes.filter(Boolean).length };
}
