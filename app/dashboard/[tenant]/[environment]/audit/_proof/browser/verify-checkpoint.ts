import { perfectNodes } from "@/lib/features/audit-log/log/perfect-nodes";
import { isSame } from "./bytes";
import type { LogFiles } from "./log-files";
import { type Checkpoint, type Key, parseCheckpoint, parseKey, signerOf } from "./note";
import { right, type Step, unable, wrong } from "./step";
import { type HashedNode, rootOver } from "./tree";

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
): AsyncGenerator<Step, Checkpoint | null> {
  const head = parseCheckpoint(await files.checkpoint());
  if (!head) {
    yield wrong("checkpointUnreadable");
    return null;
  }
  yield right("checkpointRead", { size: head.size, log: head.origin });
  const keys = await keysIn(brought.keys);
  if (!keys) yield wrong("keyUnreadable");
  else yield await signatureStep(head, keys, "signed", "signedByNobody");
  if (brought.kept.trim()) yield* verifySavedCheckpoint(files, head, brought.kept, keys ?? []);
  return head;
}

/** Checks that the log still begins as it was at a saved checkpoint. */
async function* verifySavedCheckpoint(
  files: LogFiles,
  head: Checkpoint,
  pasted: string,
  keys: readonly Key[],
): AsyncGenerator<Step, void> {
  const saved = parseCheckpoint(pasted);
  if (!saved) return void (yield wrong("keptUnreadable"));
  if (saved.origin !== head.origin)
    return void (yield wrong("keptOfAnother", { log: saved.origin }));
  yield saved.signatures.length === 0
    ? unable("keptUnsigned")
    : await signatureStep(saved, keys, "keptSigned", "keptSignedByNobody");
  const values = { kept: saved.size, size: head.size };
  if (saved.size > head.size) return void (yield wrong("keptLonger", values));
  const sizeOfNow = head.size;
  const hashed = (node: { height: number; index: number }): Promise<HashedNode> =>
    files.hashOf(node, sizeOfNow).then((hash) => ({ ...node, hash }));
  const older = await Promise.all(perfectNodes(0, saved.size).map(hashed));
  const newer = await Promise.all(perfectNodes(saved.size, head.size).map(hashed));
  // Both roots follow from the same hashes, so one log has both.
  if (!isSame(await rootOver(older), saved.root)) yield wrong("keptForked", values);
  else if (!isSame(await rootOver([...older, ...newer]), head.root)) yield wrong("keptApart");
  else yield right("keptContinued", values);
}

async function signatureStep(
  checkpoint: Checkpoint,
  keys: readonly Key[],
  signed: "signed" | "keptSigned",
  unverified: "signedByNobody" | "keptSignedByNobody",
): Promise<Step> {
  const signer = await signerOf(checkpoint, keys);
  if (signer === "unable") return unable("noEd25519");
  return signer ? right(signed, { key: signer.id }) : wrong(unverified);
}

/** Parses keys, one a line; null when one is malformed. */
async function keysIn(lines: string): Promise<Key[] | null> {
  const texts = lines.split(/\s+/).filter(Boolean);
  const keys = await Promise.all(texts.map(parseKey));
  const read = keys.filter((key) => key !== null);
  return read.length === texts.length && read.length > 0 ? read : null;
}
