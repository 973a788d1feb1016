import { base64, fromBase64 } from "@/lib/features/audit-log/log/bytes";
import type { TreeHead } from "@/lib/features/audit-log/log/merkle-proof";
import { type ParsedNote, parseNote } from "@/lib/features/audit-log/log/signed-note";
import { HASH_BYTES } from "@/lib/features/audit-log/log/tile";

/** A checkpoint of a log: its name, size and root (C2SP tlog-checkpoint). */
export interface Checkpoint extends TreeHead {
  origin: string;
}

/** Text of a checkpoint, which is signed. */
export function checkpointText({ origin, size, root }: Checkpoint): string {
  return `${origin}\n${size}\n${base64(root)}\n`;
}

/** Parses a checkpoint, signed or not; null if it is none. Extension lines are ignored. */
export function parseCheckpoint(note: string): Checkpoint | null {
  const text = parseNote(note)?.text ?? note;
  const [origin, size = "", encoded = ""] = text.split("\n");
  const root = fromBase64(encoded);
  if (!origin || !/^(0|[1-9]\d{0,15})$/.test(size) || root?.length !== HASH_BYTES) return null;
  return { origin, size: Number(size), root };
}

/** Parses a signed checkpoint, whose signatures are still to be verified; null if it is none. */
export function parseSignedCheckpoint(note: string): (Checkpoint & ParsedNote) | null {
  const [checkpoint, parsed] = [parseCheckpoint(note), parseNote(note)];
  return checkpoint && parsed && { ...checkpoint, ...parsed };
}
