import { base64, type Hash } from "@/lib/features/audit-log/log/bytes";
import { type LogHead, readLogHead } from "@/lib/features/audit-log/log/log-reading-store";
import { confirmedBy, signatureLine } from "@/lib/features/audit-log/log/note-signatures";
import { proveConsistency } from "@/lib/features/audit-log/log/prove-event";
import { parseNote, parseSignatures } from "@/lib/features/audit-log/log/signed-note";
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
import { describeFailure } from "@/lib/kernel/outbound/guarded-agent";
import { postText, type TextAnswer } from "@/lib/kernel/outbound/post-text";
import { logger } from "@/lib/kernel/process/logger";

/** Seconds until the next request to a witness that cosigned a log. A log may grow each second. */
const PAUSE_SECONDS = 10;
/** Seconds until the next request to a witness that did not; doubles up to the longest. */
const FAILED_PAUSE = { first: 15, longest: 3_600 };

/** Requests to one witness about one checkpoint. More than one, as another process may have had it cosign
 *  meanwhile. */
const MOST_REQUESTS = 3;
/** Tolerated difference of a witness's clock, in milliseconds. A larger one means a replayed cosignature,
 *  or a useless clock. */
const CLOCK_MS = 24 * 60 * 60 * 1000;

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
  const { size, checkpoint } = head;
  const prove: Prover = async (older) =>
    older === 0 || older === size
      ? []
      : inBatch(scope, (db) => proveConsistency(db, older, size)).catch(() => null);
  const outcome = await requestCosignature(witness, head, cosignedSize, prove, signal);
  if (!("kind" in outcome)) {
    const { line: cosignature, at } = outcome;
    const cosigned = { witness: verifier, size, checkpoint, cosignature, at };
    await inBatch(scope, (db) => storeCosignature(db, cosigned, PAUSE_SECONDS));
    return true;
  }
  if (signal.aborted) return false;
  const reason = storedFailure(outcome);
  logger.warn({ witness: name, log: head.origin, size, reason }, "a witness has not cosigned");
  await inBatch(scope, (db) => noteWitnessFailure(db, verifier, reason, FAILED_PAUSE));
  return false;
}

/** Proves that the log extends itself at an older size; null where it cannot. */
type Prover = (older: number) => Promise<Hash[] | null>;

/** A cosignature verified with the witness's key: its line under a note, and its time. */
interface NewCosignature {
  line: string;
  at: Date;
}

/** Requests a witness's cosignature of a checkpoint (C2SP tlog-witness, add-checkpoint). If the witness
 *  reports another size, the request is repeated from there. Each request may take ten seconds.
 *  @param cosignedSize size that the witness cosigned last, as far as known; 0 for none */
async function requestCosignature(
  witness: Witness,
  { checkpoint: note, size }: LogHead,
  cosignedSize: number,
  prove: Prover,
  signal: AbortSignal,
): Promise<NewCosignature | WitnessFailure> {
  let older = cosignedSize;
  for (let request = 1; request <= MOST_REQUESTS; request += 1) {
    if (older > size) return { kind: "ahead", detail: String(older) };
    const proof = await prove(older);
    if (!proof) return { kind: "unproved", detail: String(older) };
    const lines = proof.map((hash) => `${base64(hash)}\n`).join("");
    const body = `old ${older}\n${lines}\n${note}`;
    const answer = await postText(`${witness.url}/add-checkpoint`, body, signal).catch(
      (error: unknown) => ({ kind: "unreached" as const, detail: describeFailure(error) }),
    );
    if ("kind" in answer) return answer;
    const seen = sizeIn(answer);
    if (seen === null) return outcomeOf(witness, note, answer);
    if (seen === older) break;
    older = seen;
  }
  return { kind: "answer", detail: "409" };
}

/** Size that a witness reports as cosigned; null for another response. */
function sizeIn({ status, type, text }: TextAnswer): number | null {
  if (status !== 409 || type !== "text/x.tlog.size") return null;
  const size = /^(0|[1-9]\d{0,15})\n$/.exec(text)?.[1];
  return size === undefined ? null : Number(size);
}

function outcomeOf(
  { verifier }: Witness,
  note: string,
  { status, text }: TextAnswer,
): NewCosignature | WitnessFailure {
  // Before 2025 another root of the same size was a conflict without a size.
  if (status === 422 || status === 409) return { kind: "inconsistent", detail: String(status) };
  if (status === 403 || status === 404) return { kind: "unknown", detail: String(status) };
  if (status !== 200) return { kind: "answer", detail: String(status) };
  const signed = parseNote(note)?.text ?? "";
  for (const one of parseSignatures(text) ?? []) {
    const at = confirmedBy(verifier, { text: signed, signatures: [one] });
    if (at instanceof Date && Math.abs(at.getTime() - Date.now()) < CLOCK_MS)
      return { line: signatureLine(verifier, one.signature), at };
  }
  return { kind: "unsigned", detail: "" };
}
