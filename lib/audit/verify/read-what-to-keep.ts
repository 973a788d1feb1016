import { parseCheckpoint } from "@/lib/audit/log/checkpoint";
import { readLogHead } from "@/lib/audit/log/log-reading-store";
import { logOrigin, logVerifiers } from "@/lib/audit/log/sign-checkpoint";
import { type NoteVerifier, parseNote } from "@/lib/audit/log/signed-note";
import type { NamedTenant } from "@/lib/audit/verify/stored-log";
import { readCosignedNotes } from "@/lib/audit/verify/stored-log-store";
import { inLateRead } from "@/lib/db/late-read";

/** The keys that sign a tenant's checkpoints, as verifiers to keep; the newest first. A log that is not begun has them too. */
export async function readLogVerifiers(tenant: NamedTenant): Promise<NoteVerifier[]> {
  const head = await inLateRead(tenant, readLogHead);
  return logVerifiers(head?.origin ?? logOrigin(tenant.publicId));
}

/** The checkpoint of a tenant's log, with the lines of the witnesses that have cosigned this one; null when there is no log. */
export async function readCheckpointToKeep(tenant: NamedTenant): Promise<string | null> {
  const [head, cosigned] = await inLateRead(tenant, (db) =>
    Promise.all([readLogHead(db), readCosignedNotes(db)]),
  );
  if (!head) return null;
  const own = parseCheckpoint(head.checkpoint);
  const text = parseNote(head.checkpoint)?.text;
  if (!own || !text) return head.checkpoint;
  const lines = new Set(linesUnder(head.checkpoint));
  for (const note of cosigned)
    if (parseNote(note)?.text === text) for (const line of linesUnder(note)) lines.add(line);
  return `${text}\n${[...lines].join("\n")}\n`;
}

function linesUnder(note: string): string[] {
  return note
    .slice(note.lastIndexOf("\n\n") + 2)
    .split("\n")
    .filter((line) => line !== "");
}
