import { v7 } from "uuid";

/** A new id for a row whose id must be known before it is written: UUIDv7, as PostgreSQL's own. */
export function newId(): string {
  return v7();
}
