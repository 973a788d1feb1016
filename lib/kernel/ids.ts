import { NIL, v7, validate } from "uuid";

/** A clock correction sets the time back by less. */
const SET_BACK_MS = 60_000;

let latest = 0;

/** Returns a new id for a row whose id must be known before it is written: UUIDv7, like PostgreSQL's own. Ids
 *  of a process are in their order of creation, unless the machine's clock was set back by more than a
 *  minute: then they follow the clock, because partitions and deadlines read the time in them (RFC 9562
 *  §6.2). */
export function newId(): string {
  const at = Date.now();
  if (at < latest - SET_BACK_MS) return v7({ msecs: at });
  latest = Math.max(latest, at);
  return v7();
}

/** Whether a text has the form of an id, so that it can be passed to PostgreSQL. */
export function isId(text: string): boolean {
  return validate(text);
}

/** An id that no row has, for look-ups that must do the same work where there is nothing to find. */
export const NO_ID = NIL;
