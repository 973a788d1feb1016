import { base64 } from "@/lib/features/audit-log/log/bytes";
import {
  type EventRecord,
  eachPart,
  type Salts,
  saltTexts,
} from "@/lib/features/audit-log/log/log-entry";
import { HASH_BYTES } from "@/lib/features/audit-log/log/tile";
import type { MaybeHash } from "@/lib/features/audit-log/verify/choose-consistent-hashes";
import type { FoundEntry } from "@/lib/features/audit-log/verify/log-check";
import { digitsOf, mayLoseDigits, parseJson, storableInDoubles } from "@/lib/kernel/db/exact-json";

/** A parsed line of an export that can be verified (its format: docs/guides/prove-the-trail.md). */
export type ProofLine =
  /** The first line. */
  | ProofHead
  /** Stored hashes of a level, from an index on. At level 0 it begins a bundle. */
  | { kind: "hashes"; level: number; from: number; hashes: MaybeHash[] }
  /** An entry with its event, at its position. */
  | { kind: "entry"; found: FoundEntry }
  /** Positions of deleted events. */
  | { kind: "left"; from: number; to: number }
  /** The last line. */
  | { kind: "end"; size: number }
  /** An event that is not in the log. */
  | { kind: "event"; id: string };

/** Tenant and signed head of the log. */
export interface ProofHead {
  kind: "head";
  tenant: string;
  checkpoint: string;
  /** Checkpoints that witnesses have cosigned. */
  cosigned: string[];
  /** Events from before this moment may have been deleted; null if none may. */
  keptSince: Date | null;
}

/** Error for a line with another format. */
export class Malformed extends Error {}

const VERSION = 1;

/** Serialises a line, with its newline. */
export function writeProofLine(line: Exclude<ProofLine, { kind: "event" }>): string {
  return `${JSON.stringify(lineObject(line))}\n`;
}

function lineObject(line: Exclude<ProofLine, { kind: "event" }>): object {
  switch (line.kind) {
    case "head": {
      const { tenant, checkpoint, cosigned, keptSince } = line;
      const kept_since = keptSince?.toISOString() ?? null;
      return { log: { version: VERSION, tenant, checkpoint, cosigned, kept_since } };
    }
    case "hashes": {
      const { level, from, hashes } = line;
      return { log: { level, from, hashes: hashes.map((hash) => hash && base64(hash)) } };
    }
    case "entry": {
      const { position, entry, event, salts } = line.found;
      const members = {
        sequence: position,
        entry: base64(entry),
        salts: salts && saltTexts(salts),
      };
      return { ...event, log: members };
    }
    case "left":
      return { log: { left: { from: line.from, to: line.to } } };
    case "end":
      return { log: { end: line.size } };
  }
}

/** Parses a line. Serialising the result must give the same bytes, so that the line cannot contain anything
 *  else, such as a duplicate name.
 *  @throws Malformed */
export function readProofLine(text: string): ProofLine {
  const line = readLine(text);
  if (line.kind !== "event" && writeProofLine(line) !== `${text}\n`)
    throw new Malformed("it is not written as an export writes it");
  return line;
}

function readLine(text: string): ProofLine {
  const { log, ...record } = readObject(text);
  if (log === undefined) return { kind: "event", id: String(record.id ?? "?") };
  if (!isObject(log)) throw new Malformed("its log is no object");
  if ("sequence" in log) return { kind: "entry", found: readEntry(log, record) };
  if ("version" in log) return readHead(log);
  if ("hashes" in log) return readHashes(log);
  if ("end" in log) return { kind: "end", size: count(log.end, "end") };
  if (!isObject(log.left)) throw new Malformed("it says nothing of the log that is known here");
  return { kind: "left", from: count(log.left.from, "from"), to: count(log.left.to, "to") };
}

/** Parses an event of the service, with its position. The entry is null if the line has only the event.
 *  @throws Malformed */
export function readEventRecord(
  text: string,
): Omit<FoundEntry, "entry" | "event"> & { entry: Uint8Array | null; event: EventRecord } {
  const { sequence, entry, salts, ...event } = readObject(text);
  if (!isObject(salts)) throw new Malformed("the event is told without its salts");
  const bytes = typeof entry === "string" ? Buffer.from(entry, "base64") : null;
  return { position: count(sequence, "sequence"), entry: bytes, event, salts: readSalts(salts) };
}

type Members = Record<string, unknown>;

function readObject(text: string): Members {
  try {
    const value = parseJson(text);
    if (isObject(value) && (!mayLoseDigits(text) || hasForm(value))) return value;
  } catch {}
  throw new Malformed("it is no JSON object");
}

/** Whether numbers with more digits than a double occur only inside an event's data. Elsewhere they would
 *  be parsed as objects. */
function hasForm({ actor, targets, context, metadata, ...form }: Members): boolean {
  return storableInDoubles(form);
}

function readHead(log: Members): ProofHead {
  if (log.version !== VERSION)
    throw new Malformed(`its form has version ${log.version}, and this reads ${VERSION}`);
  const { checkpoint, tenant, cosigned, kept_since } = log;
  const keptSince = typeof kept_since === "string" ? new Date(kept_since) : null;
  const isWhole =
    typeof checkpoint === "string" &&
    typeof tenant === "string" &&
    Array.isArray(cosigned) &&
    cosigned.every((note) => typeof note === "string") &&
    (kept_since === null || (keptSince && !Number.isNaN(keptSince.getTime())));
  if (!isWhole) throw new Malformed("the head of the export is not whole");
  return { kind: "head", tenant, checkpoint, cosigned, keptSince };
}

function readHashes({ level, from, hashes }: Members): ProofLine & { kind: "hashes" } {
  if (!Array.isArray(hashes)) throw new Malformed("its hashes are no list");
  const read = hashes.map((hash: unknown) => {
    if (hash === null) return null;
    const bytes = Buffer.from(String(hash), "base64");
    if (bytes.length !== HASH_BYTES) throw new Malformed("one of its hashes is none");
    return bytes;
  });
  return { kind: "hashes", level: count(level, "level"), from: count(from, "from"), hashes: read };
}

function readEntry(log: Members, record: Members): FoundEntry {
  const position = count(log.sequence, "sequence");
  if (typeof log.entry !== "string") throw new Malformed("it lacks its entry");
  const entry = Buffer.from(log.entry, "base64");
  if (Object.keys(record).length === 0) return { position, entry, event: null };
  if (!isObject(log.salts)) throw new Malformed("it lacks its salts");
  return { position, entry, event: record, salts: readSalts(log.salts) };
}

function readSalts(members: Members): Salts {
  return eachPart((part) => {
    const salt = members[part];
    if (salt === undefined) throw new Malformed(`it lacks the salt of its ${part}`);
    return typeof salt === "string" ? Buffer.from(salt, "base64") : null;
  });
}

function count(value: unknown, name: string): number {
  if (typeof value === "number" && Number.isSafeInteger(value) && value >= 0) return value;
  throw new Malformed(`its ${name} is no number of places`);
}

function isObject(value: unknown): value is Members {
  return (
    typeof value === "object" && value !== null && !Array.isArray(value) && digitsOf(value) === null
  );
}
