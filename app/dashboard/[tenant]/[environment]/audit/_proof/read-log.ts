import { base64 } from "@/lib/features/audit-log/log/bytes";
import { parseCheckpoint } from "@/lib/features/audit-log/log/checkpoint";
import {
  type Cosignature,
  readCosignatures,
  readServedCheckpoint,
} from "@/lib/features/audit-log/log/cosignatures-store";
import {
  findProvableEvent,
  type LogHead,
  type ProvableEvent,
  readLogHead,
} from "@/lib/features/audit-log/log/log-reading-store";
import { logVerifiers } from "@/lib/features/audit-log/log/sign-checkpoint";
import { parseNote } from "@/lib/features/audit-log/log/signed-note";
import type { Caller } from "@/lib/kernel/caller";
import { inBatch } from "@/lib/kernel/db/batch";

/** State of a tenant's log, as pages show it. */
export interface ShownLog extends LogHead {
  /** In base64, as the checkpoint has it. */
  root: string;
  /** Keys that signed the checkpoint, in their published form, one a line. */
  keys: string;
  /** Latest of each witness, newest first. */
  cosignatures: Cosignature[];
}

/** Reads the state of the tenant's log; null before its first event. */
export async function readLog(caller: Caller): Promise<ShownLog | null> {
  const [head, cosignatures, served] = await inBatch(caller, (db) =>
    Promise.all([readLogHead(db), readCosignatures(db), readServedCheckpoint(db)]),
  );
  if (!head) return null;
  const log = await shownLog(head, cosignatures);
  return served?.size === head.size ? { ...log, checkpoint: served.checkpoint } : log;
}

/** Like `readLog`, with the proof of an event: null while no log has it. */
export async function readLogWith(
  caller: Caller,
  eventId: string,
): Promise<{ log: ShownLog | null; proved: ProvableEvent | null }> {
  // The event is read first: a log that has it is at least as long.
  const [proved, head, cosignatures] = await inBatch(caller, (db) =>
    Promise.all([findProvableEvent(db, eventId), readLogHead(db), readCosignatures(db)]),
  );
  return { log: head && (await shownLog(head, cosignatures)), proved };
}

async function shownLog(head: LogHead, cosignatures: Cosignature[]): Promise<ShownLog> {
  const signatures = parseNote(head.checkpoint)?.signatures ?? [];
  const signers = (await logVerifiers(head.origin)).filter(({ id }) =>
    signatures.some((signature) => signature.id === id),
  );
  const root = base64(parseCheckpoint(head.checkpoint)?.root ?? new Uint8Array());
  return { ...head, root, keys: signers.map(({ text }) => text).join("\n"), cosignatures };
}
