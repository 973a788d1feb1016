import type { TreeHead } from "@/lib/features/audit-log/log/merkle-proof";
import { parseNote } from "@/lib/features/audit-log/log/signed-note";
import { HASH_BYTES } from "@/lib/features/audit-log/log/tile";

/** A checkpoint of a log: its name, size and root (C2SP tlog-checkpoint). */
export interface Checkpoint extends TreeHead {
  origin: string;
}

/** Text of a checkpoint, which is signed. */
export function checkpointText({ origin, size, root }: Checkpoint): string {
  return `${origin}\n${size}\n${Buffer.from(root).toString("base64")}\n`;
}

/** Parses a checkpoint, signed or not; null if it is none. Extension lines are ignored. */
export function parseCheckpoint(note: string): Checkpoint | null {
  const text = parseNote(note)?.text ?? note;
  const [origin, size = "", root = ""] = text.split("\n");
  const hash = Buffer.from(root, "base64");
  if (!origin || !/^(0|[1-9]\d{0,15})$/.test(size) || hash.length !== HASH_BYTES) return null;
  return { origin, size: Number(size), root: hash };
}
