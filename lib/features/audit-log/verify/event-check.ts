import {
  type CommittedPart,
  committedParts,
  entryOf,
  type LogEntry,
  partState,
  partsOfRecord,
  type Salts,
} from "@/lib/features/audit-log/log/log-entry";
import type { ChangedPart } from "@/lib/features/audit-log/verify/finding";

/** An event in the API's form, from a file or the service. */
export type EventRecord = Readonly<Record<string, unknown>>;

/** State of an event compared with its commitments. */
export interface EventState {
  changed: ChangedPart[];
  isErased: boolean;
}

/** Whether an event without erased parts has exactly these bytes as its entry. True for nearly every event,
 *  and faster than parsing the entry. */
export function isExactEntry(entry: Uint8Array, event: EventRecord, salts: Salts): boolean {
  if (!hasAllSalts(salts)) return false;
  try {
    return Buffer.compare(entryOf(String(event.id), partsOfRecord(event), salts), entry) === 0;
  } catch {
    return false;
  }
}

function hasAllSalts(salts: Salts): salts is Record<CommittedPart, Uint8Array> {
  return committedParts.every((part) => salts[part] !== null);
}

/** Compares an event with its entry in the log.
 *  @param entry null if its bytes are not those of an entry */
export function stateOfEvent(event: EventRecord, salts: Salts, entry: LogEntry | null): EventState {
  const parts = partsOfRecord(event);
  const changed: ChangedPart[] = [];
  let isErased = false;
  for (const part of committedParts) {
    const state = stateOfPart(salts[part], parts[part], entry?.commitments[part]);
    if (state === "changed") changed.push(part);
    // The record contains no personal data: nothing erases it.
    if (state === "erased" && part === "record") changed.push(part);
    isErased ||= state === "erased";
  }
  return { changed, isErased };
}

/** Like `partState`; a value without a canonical form counts as changed. */
function stateOfPart(...[salt, value, committed]: Parameters<typeof partState>) {
  try {
    return partState(salt, value, committed);
  } catch {
    return "changed";
  }
}
