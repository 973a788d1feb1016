import { isSame } from "@/lib/features/audit-log/log/bytes";
import { TreeEdge } from "@/lib/features/audit-log/log/merkle-tree";
import type { NoteVerifier } from "@/lib/features/audit-log/log/signed-note";
import type { LogFiles } from "./log-files";
import { readCheckpoint, readKeys, signerOf } from "./pasted";
import { right, type Step, unable, wrong } from "./step";

/** A checkpoint with its signatures. */
type SignedCheckpoint = NonNullable<ReturnType<typeof readCheckpoint>>;

/** Evidence that the verifier brings along. */
export interface VerifierEvidence {
  /** Keys that the verifier trusts for the log, one a line. */
  keys: string;
  /** Checkpoint that they saved earlier; empty for none. */
  kept: string;
}

/** Reads the current checkpoint, and checks its signatures and the checkpoint that the verifier saved.
 *  @returns the checkpoint; null when there is none to verify anything against */
export async function* verifyCheckpoint(
  files: LogFiles,
  brought: VerifierEvidence,
): AsyncGenerator<Step, SignedCheckpoint | null> {
  const head = readCheckpoint(await files.checkpoint());
  if (!head) {
    yield wrong("checkpointUnreadable");
    return null;
  }
  yield right("checkpointRead", { size: head.size, log: head.origin });
  const keys = readKeys(brought.keys);
  if (!keys) yield wrong("keyUnreadable");
  else yield await signatureStep(head, keys, "signed", "signedByNobody");
  if (brought.kept.trim()) yield* verifySavedCheckpoint(files, head, brought.kept, keys ?? []);
  return head;
}

/** Checks that the log still begins as it was at a saved checkpoint. */
async function* verifySavedCheckpoint(
  files: LogFiles,
  head: SignedCheckpoint,
  pasted: string,
  keys: readonly NoteVerifier[],
): AsyncGenerator<Step, void> {
  const saved = readCheckpoint(pasted);
  if (!saved) return void (yield wrong("keptUnreadable"));
  if (saved.origin !== head.origin)
    return void (yield wrong("keptOfAnother", { log: saved.origin }));
  yield saved.signatures.length === 0
    ? unable("keptUnsigned")
    : await signatureStep(saved, keys, "keptSigned", "keptSignedByNobody");
  const values = { kept: saved.size, size: head.size };
  if (saved.size > head.size) return void (yield wrong("keptLonger", values));
  // Both roots follow from the same hashes, so one log has both.
  const edge = new TreeEdge();
  await files.extend(edge, saved.size, head.size);
  if (!isSame(edge.root(), saved.root)) return void (yield wrong("keptForked", values));
  await files.extend(edge, head.size, head.size);
  if (!isSame(edge.root(), head.root)) yield wrong("keptApart");
  else yield right("keptContinued", values);
}

async function signatureStep(
  checkpoint: SignedCheckpoint,
  keys: readonly NoteVerifier[],
  signed: "signed" | "keptSigned",
  unverified: "signedByNobody" | "keptSignedByNobody",
): Promise<Step> {
  const signer = await signerOf(checkpoint, keys);
  if (signer === "unable") return unable("noEd25519");
  return signer ? right(signed, { key: signer.id }) : wrong(unverified);
}
