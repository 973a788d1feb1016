import { hash } from "node:crypto";
import { auditRecord } from "@/lib/core/audit/audit-json-lines";
import type { StoredAuditEvent } from "@/lib/core/audit/stored-audit-event";
import { canonicalJson } from "@/lib/features/audit-log/log/canonical-json";
import { hasPseudonym } from "@/lib/features/audit-log/log/pseudonym";

/** Parts of an event with a commitment each. `record` is everything but the other four. Those may contain
 *  personal data, and each can be erased separately. */
export const committedParts = ["record", "actor", "targets", "context", "metadata"] as const;
export type CommittedPart = (typeof committedParts)[number];

/** A random value for each part. Without it, a commitment cannot be reversed by guessing values. Null once
 *  it is erased. */
export type Salts = Record<CommittedPart, Uint8Array | null>;

/** Length of a salt in bytes. */
export const SALT_BYTES = 16;

/** An event in the form of the log. */
export interface LogEntry {
  id: string;
  commitments: Record<CommittedPart, string>;
}

/** Values of an event that get commitments, in the API's form. */
export function partsOf(
  event: StoredAuditEvent,
  tenantPublicId: string,
): Record<CommittedPart, unknown> {
  return partsOfRecord(auditRecord(event, tenantPublicId));
}

/** Like `partsOf`, from an event in the API's form. */
export function partsOfRecord(
  apiEvent: Readonly<Record<string, unknown>>,
): Record<CommittedPart, unknown> {
  const { actor, targets, context, metadata, ...record } = apiEvent;
  return { record, actor, targets, context, metadata };
}

/** Commitment to a part: hash of its salt and its canonical bytes, in base64.
 *  @throws TypeError for a value without a canonical form */
export function commitment(salt: Uint8Array, value: unknown): string {
  return commitmentToText(salt, canonicalJson(value));
}

/** Buffer for a salt and a text while they are hashed; it grows with the longest text. */
let scratch = Buffer.allocUnsafe(4096);
/** UTF-8 bytes of a UTF-16 code unit at most. */
const MOST_BYTES = 3;

function commitmentToText(salt: Uint8Array, text: string): string {
  const most = salt.length + text.length * MOST_BYTES;
  if (scratch.length < most) scratch = Buffer.allocUnsafe(most);
  scratch.set(salt);
  const end = salt.length + scratch.write(text, salt.length);
  return hash("sha256", scratch.subarray(0, end), "base64");
}

/** Bytes of an event's log entry: canonical JSON (RFC 8785) that reveals nothing but the event's id.
 *  @param parts of the event in the API's form
 *  @throws TypeError for a value without a canonical form */
export function entryOf(
  id: string,
  parts: Record<CommittedPart, unknown>,
  salts: Record<CommittedPart, Uint8Array>,
): Buffer {
  const texts = {
    record: canonicalJson(parts.record),
    actor: canonicalJson(parts.actor),
    targets: canonicalJson(parts.targets),
    context: canonicalJson(parts.context),
    metadata: canonicalJson(parts.metadata),
  };
  return entryOfTexts(id, texts, salts);
}

/** Like `entryOf`, from parts in their canonical form. */
export function entryOfTexts(
  id: string,
  texts: Record<CommittedPart, string>,
  salts: Record<CommittedPart, Uint8Array>,
): Buffer {
  const of = (part: CommittedPart) => commitmentToText(salts[part], texts[part]);
  // Ids and base64 need no escaping in JSON, and the names are sorted.
  return Buffer.from(
    `{"commitments":{"actor":"${of("actor")}","context":"${of("context")}","metadata":"${of("metadata")}",` +
      `"record":"${of("record")}","targets":"${of("targets")}"},"id":"${id}"}`,
  );
}

/** Parses the bytes of an entry; null if they are not one. */
export function parseEntry(bytes: Uint8Array): LogEntry | null {
  try {
    const value = JSON.parse(Buffer.from(bytes).toString()) as LogEntry;
    const isWhole =
      typeof value.id === "string" &&
      committedParts.every((part) => typeof value.commitments?.[part] === "string");
    return isWhole && canonicalJson(value) === Buffer.from(bytes).toString() ? value : null;
  } catch {
    return null;
  }
}

/** Relation of a part of an event to the log's commitment. */
export type PartState = "same" | "changed" | "erased";

/** Compares a part of an event with the log's commitment. A part without a salt was erased, and must
 *  contain pseudonyms. */
export function partState(
  salt: Uint8Array | null,
  value: unknown,
  committed: string | undefined,
): PartState {
  if (salt) return commitment(salt, value) === committed ? "same" : "changed";
  return hasPseudonym(value) ? "erased" : "changed";
}
