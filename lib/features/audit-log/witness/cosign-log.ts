import { readLogHead } from "@/lib/features/audit-log/log/log-reading-store";
import { proveConsistency } from "@/lib/features/audit-log/log/prove-event";
import { requestCosignature } from "@/lib/features/audit-log/witness/ask-witness";
import type { Witness } from "@/lib/features/audit-log/witness/witness";
import {
  storedFailure,
  type WitnessFailure,
} from "@/lib/features/audit-log/witness/witness-failure";
import {
  noteWitnessFailure,
  readCosignedSize,
  storeCosignature,
} from "@/lib/features/audit-log/witness/witness-store";
import { inBatch } from "@/lib/kernel/db/batch";
import { logger } from "@/lib/kernel/process/logger";

/** Seconds until the next request to a witness that cosigned a log. A log may grow each second. */
const PAUSE_SECONDS = 10;
/** Seconds until the next request to a witness that did not; doubles up to the longest. */
const FAILED_PAUSE = { first: 15, longest: 3_600 };

/** Requests a witness's cosignature of a tenant's log, and stores it, or why there is none. A refused log
 *  is not sent. No transaction is open while the request is under way.
 *  @returns whether it cosigned */
export async function cosignLog(
  tenantId: string,
  witness: Witness,
  signal: AbortSignal,
): Promise<boolean> {
  // A log belongs to the whole tenant.
  const scope = { tenantId, environmentId: "" };
  const { text: verifier, name } = witness.verifier;
  const [head, cosignedSize] = await inBatch(scope, (db) =>
    Promise.all([readLogHead(db), readCosignedSize(db, verifier)]),
  );
  if (!head || head.refusedAt) return false;
  const { size, checkpoint: note } = head;
  const prove = (older: number) => inBatch(scope, (db) => proveConsistency(db, older, size));
  const outcome = await requestCosignature(witness, { note, size, cosignedSize, prove }, signal);
  if ("kind" in outcome) {
    if (!signal.aborted) await fail(outcome);
    return false;
  }
  const cosigned = {
    witness: verifier,
    size,
    checkpoint: note,
    cosignature: outcome.line,
    at: outcome.at,
  };
  await inBatch(scope, (db) => storeCosignature(db, cosigned, PAUSE_SECONDS));
  return true;

  async function fail(failure: WitnessFailure): Promise<void> {
    const reason = storedFailure(failure);
    logger.warn({ witness: name, log: head?.origin, size, reason }, "a witness has not cosigned");
    await inBatch(scope, (db) => noteWitnessFailure(db, verifier, reason, FAILED_PAUSE));
  }
}
