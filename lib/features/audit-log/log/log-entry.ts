import { base64, isSame, sha256Base64 } from "@/lib/features/audit-log/log/bytes";
import { canonicalJson } from "@/lib/features/audit-log/log/canonical-json";

/** Parts of an event with a commitment each. `record` is everything but the other four. Those may contain
 *  personal data, and each can be erased separately. */
export const committedParts = ["record", "actor", "targets", "context", "metadata"] as const;
export type CommittedPart = (typeof committedParts)[number];

/** A value of each part. */
export type Parts<Value> = Record<CommittedPart, Value>;

/** A random value for each part. Without it, a commitment cannot be reversed by guessing values. Null once
 *  it is erased. */
export type Salts = Parts<Uint8Array | null>;

/** Length of a salt in bytes. */
export const SALT_BYTES = 16;

/** An event in the API's form. */
export type EventRecord = Readonly<Record<string, unknown>>;

/** An event in the form of the log. */
export interface LogEntry {
  id: string;
  commitments: Parts<string>;
}

/** Values of the parts. */
export function eachPart<Value>(of: (part: CommittedPart) => Value): Parts<Value> {
  return {
    record: of("record"),
    actor: of("actor"),
    targets: of("targets"),
    context: of("context"),
    metadata: of("metadata"),
  };
}

/** Salts in base64, as the API and exports have them. */
export function saltTexts(salts: Salts): Parts<string | null> {
  return eachPart((part) => salts[part] && base64(salts[part]));
}

/** Values of an event that get commitments. */
export function partsOfRecord(event: EventRecord): Parts<unknown> {
  const { actor, targets, context, metadata, ...record } = event;
  return { record, actor, targets, context, metadata };
}

/** Commitment to a part: hash of its salt and its canonical bytes, in base64.
 *  @throws TypeError for a value without a canonical form */
export function commitment(salt: Uint8Array, value: unknown): string {
  return commitmentToText(salt, canonicalJson(value));
}

const encoder = new TextEncoder();
/** Buffer for a salt and a text while they are hashed; it grows with the longest text. */
let scratch = new Uint8Array(4096);
/** UTF-8 bytes of a UTF-16 code unit at most. */
const MOST_BYTES = 3;

function commitmentToText(salt: Uint8Array, text: string): string {
  const most = salt.length + text.length * MOST_BYTES;
  if (scratch.length < most) scratch = new Uint8Array(most);
  scratch.set(salt);
  const { written } = encoder.encodeInto(text, scratch.subarray(salt.length));
  return sha256Base64(scratch.subarray(0, salt.length + written));
}

/** Bytes of an event's log entry: canonical JSON (RFC 8785) that reveals nothing but the event's id.
 *  @param texts canonical form of each part
 *  @throws TypeError for a value without a canonical form */
export function entryOfTexts(
  id: string,
  texts: Parts<string>,
  salts: Parts<Uint8Array>,
): Uint8Array {
  const of = (part: CommittedPart) => commitmentToText(salts[part], texts[part]);
  // Ids and base64 need no escaping in JSON, and the names are sorted.
  return encoder.encode(
    `{"commitments":{"actor":"${of("actor")}","context":"${of("context")}","metadata":"${of("metadata")}",` +
      `"record":"${of("record")}","targets":"${of("targets")}"},"id":"${id}"}`,
  );
}

/** Whether an event without erased parts has exactly these bytes as its entry. True for nearly every event,
 *  and faster than parsing the entry. */
export function isExactEntry(entry: Uint8Array, event: EventRecord, salts: Salts): boolean {
  if (!committedParts.every((part) => salts[part])) return false;
  try {
    const parts = partsOfRecord(event);
    const texts = eachPart((part) => canonicalJson(parts[part]));
    return isSame(entryOfTexts(String(event.id), texts, salts as Parts<Uint8Array>), entry);
  } catch {
    return false;
  }
}

/** Parses the bytes of an entry; null if they are not one. */
export function parseEntry(bytes: Uint8Array): LogEntry | null {
  try {
    const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
    const { id, commitments } = JSON.parse(text) as LogEntry;
    const isWhole =
      typeof id === "string" &&
      committedParts.every((part) => typeof commitments[part] === "string");
    return isWhole && canonicalJson({ commitments, id }) === text ? { id, commitments } : null;
  } catch {
    return null;
  }
}

/** Relation of a part of an event to the log's commitment. */
export type PartState = "same" | "changed" | "erased";

/** Compares the parts of an event with their commitments. A part without a salt was erased, and must contain
 *  pseudonyms; the record contains no personal data, so that nothing erases it.
 *  @param entry null if its bytes are not those of an entry */
export function partStates(
  event: EventRecord,
  salts: Salts,
  entry: LogEntry | null,
): Parts<PartState> {
  const parts = partsOfRecord(event);
  return eachPart((part) => {
    const [salt, value] = [salts[part], parts[part]];
    if (!salt) return part !== "record" && hasPseudonym(value) ? "erased" : "changed";
    return isCommitted(salt, value, entry?.commitments[part]) ? "same" : "changed";
  });
}

/** Parts that are in a state. */
export function partsThatAre(state: PartState, states: Parts<PartState>): CommittedPart[] {
  return committedParts.filter((part) => states[part] === state);
}

/** A value without a canonical form has no commitment. */
function isCommitted(salt: Uint8Array, value: unknown, committed: string | undefined): boolean {
  try {
    return commitment(salt, value) === committed;
  } catch {
    return false;
  }
}

/** Whether a part contains a pseudonym, which erasure puts in (docs/decisions/020-time-partitions.md). */
function hasPseudonym(value: unknown): boolean {
  return /"erased-[0-9a-f]{12}"/.test(JSON.stringify(value));
}
