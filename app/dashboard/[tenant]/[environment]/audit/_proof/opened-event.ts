import { fromBase64 } from "@/lib/features/audit-log/log/bytes";
import {
  type EventRecord,
  eachPart,
  type PartState,
  type Parts,
  parseEntry,
  partStates,
} from "@/lib/features/audit-log/log/log-entry";

/** Opening of an event of the log, as a browser receives it. */
export interface OpenedEvent {
  /** Index in the log, from zero. */
  position: number;
  /** Its own bytes in the log, in base64. */
  entry: string;
  /** In base64; null once it was deleted. */
  salts: Parts<string | null>;
}

/** Entry of the log whose event retention has not deleted. */
export interface LogPlace extends Pick<OpenedEvent, "position" | "entry"> {
  /** Event as the trail has it, in the API's terms, with its salts; null when the trail lacks it. */
  event: (Pick<OpenedEvent, "salts"> & { record: Record<string, unknown> }) | null;
}

/** Compares the parts of an event with their commitments in the log.
 *  @param entry the event's own bytes in the log
 *  @returns null when the bytes are not those of this event's entry */
export function openedParts(
  entry: Uint8Array,
  salts: OpenedEvent["salts"],
  event: EventRecord,
): Parts<PartState> | null {
  const parsed = parseEntry(entry);
  if (!parsed || parsed.id !== event.id) return null;
  const bytes = eachPart((part) => (salts[part] ? fromBase64(salts[part]) : null));
  return partStates(event, bytes, parsed);
}
