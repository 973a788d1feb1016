import { base64, type Hash } from "@/lib/features/audit-log/log/bytes";
import { confirmedBy, signatureLine } from "@/lib/features/audit-log/log/note-signatures";
import { parseNote, parseSignatures } from "@/lib/features/audit-log/log/signed-note";
import type { Witness } from "@/lib/features/audit-log/witness/witness";
import type { WitnessFailure } from "@/lib/features/audit-log/witness/witness-failure";
import { describeFailure } from "@/lib/kernel/outbound/guarded-agent";
import { postText, type TextAnswer } from "@/lib/kernel/outbound/post-text";

/** A checkpoint to be cosigned. */
export interface CheckpointRequest {
  /** The signed note. */
  note: string;
  size: number;
  /** Size that the witness cosigned last, as far as known; 0 for none. */
  cosignedSize: number;
  /** Proves that the log at `size` extends itself at an older size. */
  prove(older: number): Promise<Hash[]>;
}

/** A cosignature verified with the witness's key. */
export interface NewCosignature {
  /** Its line under a note. */
  line: string;
  at: Date;
}

/** Requests to one witness about one checkpoint. More than one, as another process may have had it cosign
 *  meanwhile. */
const MOST_REQUESTS = 3;
/** Tolerated difference of a witness's clock, in milliseconds. A larger one means a replayed cosignature,
 *  or a useless clock. */
const CLOCK_MS = 24 * 60 * 60 * 1000;

/** Requests a witness's cosignature of a checkpoint (C2SP tlog-witness, add-checkpoint). If the witness
 *  reports another size, the request is repeated from there. Each request may take ten seconds.
 *  @returns the cosignature, or the failure */
export async function requestCosignature(
  witness: Witness,
  checkpoint: CheckpointRequest,
  signal: AbortSignal,
): Promise<NewCosignature | WitnessFailure> {
  const { note, size } = checkpoint;
  let older = checkpoint.cosignedSize;
  for (let request = 1; request <= MOST_REQUESTS; request += 1) {
    if (older > size) return { kind: "ahead", detail: String(older) };
    const proof = await proofFrom(checkpoint, older);
    if (!proof) return { kind: "unproved", detail: String(older) };
    const lines = proof.map((hash) => `${base64(hash)}\n`).join("");
    const answer = await answered(witness, `old ${older}\n${lines}\n${note}`, signal);
    if ("kind" in answer) return answer;
    const seen = sizeIn(answer);
    if (seen === null) return outcomeOf(witness, note, answer);
    if (seen === older) break;
    older = seen;
  }
  return { kind: "answer", detail: "409" };
}

async function proofFrom(
  { size, prove }: CheckpointRequest,
  older: number,
): Promise<Hash[] | null> {
  if (older === 0 || older === size) return [];
  return prove(older).catch(() => null);
}

async function answered(
  { url }: Witness,
  body: string,
  signal: AbortSignal,
): Promise<TextAnswer | WitnessFailure> {
  try {
    return await postText(`${url}/add-checkpoint`, body, signal);
  } catch (error) {
    return { kind: "unreached", detail: describeFailure(error) };
  }
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
