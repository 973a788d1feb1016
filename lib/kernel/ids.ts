import { NIL, v7, validate } from "uuid";

/** A clock that is set right goes back by less. */
const SET_BACK_MS = 60_000;

let latest = 0;

/** A new id for a row whose id must be known before it is written: UUIDv7, as PostgreSQL's own. Ids of a process are in the
 *  order in which they were made, unless the machine's clock was set back by more than a minute: then they follow the
 *  clock, because partitions and deadlines read the time in them (RFC 9562 §6.2). */
export function newId(): string {
  const at = Date.now();
  if (at < latest - SET_BACK_MS) return v7({ msecs: at });
  latest = Math.max(latest, at);
  return v7();
}

/** Whether a text has the form of an id at all, so that PostgreSQL may be asked for it. */
export function isId(text: string): boolean {
  return validate(text);
}

/** An id that nothing has: asked for where there is nothing to ask for, so that the work is the same. */
export const NO_ID = NIL;
