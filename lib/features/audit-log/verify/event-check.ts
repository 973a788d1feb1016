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

/** An event in the words of the API, as a file or the service tells it. */
export type ToldEvent = Readonly<Record<string, unknown>>;

/** What an event has become since it was committed to. */
export interface EventState {
  changed: ChangedPart[];
  isErased: boolean;
}

/** Whether an event of which nothing was erased comes to these bytes: nearly every one, and faster than taking the bytes apart. */
export function comesTo(entry: Uint8Array, event: ToldEvent, salts: Salts): boolean {
  if (!areWhole(salts)) return false;
  try {
    return Buffer.compare(entryOf(String(event.id), partsOfRecord(event), salts), entry) === 0;
  } catch {
    return false;
  }
}

function areWhole(salts: Salts): salts is Record<CommittedPart, Uint8Array> {
  return committedParts.every((part) => salts[part] !== null);
}

/** How an event stands to its entry in the log.
 *  @param entry null when its bytes are not those of an entry */
export function stateOfEvent(event: ToldEvent, salts: Salts, entry: LogEntry | null): EventState {
  const parts = partsOfRecord(event);
  const changed: ChangedPart[] = [];
  let isErased = false;
  for (const part of committedParts) {
    const state = stateOfPart(salts[part], parts[part], entry?.commitments[part]);
    if (state === "changed") changed.push(part);
    // What says who, what and when names nobody: nothing erases it.
    if (state === "erased" && part === "record") changed.push(part);
    isErased ||= state === "erased";
  }
  return { changed, isErased };
}

/** What has no canonical form is not what was committed to. */
function stateOfPart(...[salt, value, committed]: Parameters<typeof partState>) {
  try {
    return partState(salt, value, committed);
  } catch {
    return "changed";
  }
}
