import { v7, validate } from "uuid";

/** A new id for a row whose id must be known before it is written: UUIDv7, as PostgreSQL's own. */
export function newId(): string {
  return v7();
}

/** Whether a text has the form of an id at all, so that PostgreSQL may be asked for it. */
export function isId(text: string): boolean {
  return validate(text);
}
