import { type Checkpoint, parseCheckpoint } from "@/lib/features/audit-log/log/checkpoint";
import {
  claimedSignatures,
  type NoteVerifier,
  type ParsedNote,
  parseNoteVerifier,
  parseSignatures,
} from "@/lib/features/audit-log/log/signed-note";

/** Whether this browser can verify here: only over HTTPS and on localhost. */
export const canVerify = () => globalThis.crypto?.subtle !== undefined;

/** Parses a checkpoint, signed or not; null when malformed. Ignores line ends and blanks that a mail or a
 *  clipboard added, and lines that are no signatures. */
export function readCheckpoint(pasted: string): (Checkpoint & ParsedNote) | null {
  const note = `${pasted.replaceAll("\r\n", "\n").trim()}\n`;
  const end = note.indexOf("\n\n");
  const text = end < 0 ? note : note.slice(0, end + 1);
  const lines = end < 0 ? [] : note.slice(end + 2, -1).split("\n");
  const signatures = lines.flatMap((line) => parseSignatures(`${line}\n`) ?? []);
  const checkpoint = parseCheckpoint(text);
  return checkpoint && { ...checkpoint, text, signatures };
}

/** Parses keys, one a line; null when there are none, or one is malformed. */
export function readKeys(lines: string): NoteVerifier[] | null {
  const texts = lines.split(/\s+/).filter(Boolean);
  const keys = texts.map(parseNoteVerifier).filter((key) => key !== null);
  const areRead = keys.length === texts.length && keys.length > 0;
  return areRead && keys.every(({ kind }) => kind === "note") ? keys : null;
}

/** Returns the first of some keys that has signed a checkpoint of its log.
 *  @returns null when none has; "unable" where this browser has no Ed25519 */
export async function signerOf(
  checkpoint: Checkpoint & ParsedNote,
  keys: readonly NoteVerifier[],
): Promise<NoteVerifier | "unable" | null> {
  for (const verifier of keys.filter(({ name }) => name === checkpoint.origin))
    for (const { signed, signature } of claimedSignatures(verifier, checkpoint))
      try {
        const { subtle } = globalThis.crypto;
        const key = await subtle.importKey("raw", verifier.key, "Ed25519", false, ["verify"]);
        if (await subtle.verify("Ed25519", key, signature, signed)) return verifier;
      } catch {
        return "unable";
      }
  return null;
}
