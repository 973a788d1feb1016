import { hash } from "node:crypto";
import { auditRecord } from "@/lib/core/audit/audit-json-lines";
import type { StoredAuditEvent } from "@/lib/core/audit/stored-audit-event";
import { canonicalJson } from "@/lib/features/audit-log/log/canonical-json";
import { hasPseudonym } from "@/lib/features/audit-log/log/pseudonym";

/** The parts of an event that are committed to one by one. `record` is everything but the other four; those may tell of a
 *  person, and each can be forgotten by itself. */
export const committedParts = ["record", "actor", "targets", "context", "metadata"] as const;
export type CommittedPart = (typeof committedParts)[number];

/** A random value for each part. Who lacks it can't find out, by trying, what was committed to; null once it was thrown away. */
export type Salts = Record<CommittedPart, Uint8Array | null>;

/** Bytes of a salt. */
export const SALT_BYTES = 16;

/** An event as the log has it. */
export interface LogEntry {
  id: string;
  commitments: Record<CommittedPart, string>;
}

/** The values of an event that are committed to, in the words of the API. */
export function partsOf(
  event: StoredAuditEvent,
  tenantPublicId: string,
): Record<CommittedPart, unknown> {
  return partsOfRecord(auditRecord(event, tenantPublicId));
}

/** The same of an event as a reader outside has it. */
export function partsOfRecord(
  told: Readonly<Record<string, unknown>>,
): Record<CommittedPart, unknown> {
  const { actor, targets, context, metadata, ...record } = told;
  return { record, actor, targets, context, metadata };
}

/** The commitment to a part: the hash of its salt and its canonical bytes, in base64.
 *  @throws TypeError for what has no canonical form */
export function commitment(salt: Uint8Array, value: unknown): string {
  return commitmentToText(salt, canonicalJson(value));
}

/** Where a salt and a text stand one after the other while they are hashed; it grows with the longest text. */
let scratch = Buffer.allocUnsafe(4096);
/** Bytes of UTF-8 that a UTF-16 code unit takes at the most. */
const MOST_BYTES = 3;

function commitmentToText(salt: Uint8Array, text: string): string {
  const most = salt.length + text.length * MOST_BYTES;
  if (scratch.length < most) scratch = Buffer.allocUnsafe(most);
  scratch.set(salt);
  const end = salt.length + scratch.write(text, salt.length);
  return hash("sha256", scratch.subarray(0, end), "base64");
}

/** An event's own bytes in the log: JSON in its canonical form (RFC 8785), which tells nothing but the event's id.
 *  @param parts of the event as a reader outside has it
 *  @throws TypeError for what has no canonical form */
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

/** The same of parts that are in their canonical form already. */
export function entryOfTexts(
  id: string,
  texts: Record<CommittedPart, string>,
  salts: Record<CommittedPart, Uint8Array>,
): Buffer {
  const of = (part: CommittedPart) => commitmentToText(salts[part], texts[part]);
  // Neither an id nor base64 has anything that JSON would quote, and the names stand in their order.
  return Buffer.from(
    `{"commitments":{"actor":"${of("actor")}","context":"${of("context")}","metadata":"${of("metadata")}",` +
      `"record":"${of("record")}","targets":"${of("targets")}"},"id":"${id}"}`,
  );
}

/** What an event's own bytes say; null when they are not those of an entry. */
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

/** How a part of an event stands to what the log committed to. */
export type PartState = "same" | "changed" | "erased";

/** Whether a part of an event is what the log committed to. A part whose salt is gone was erased, and then it has pseudonyms. */
export function partState(
  salt: Uint8Array | null,
  value: unknown,
  committed: string | undefined,
): PartState {
  if (salt) return commitment(salt, value) === committed ? "same" : "changed";
  return hasPseudonym(value) ? "erased" : "changed";
}
