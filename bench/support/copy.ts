import { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type pg from "pg";
import { to } from "pg-copy-streams";

/** Has PostgreSQL send the rows of a statement as JSON, by one COPY: the lower bound of a listing.
 *  @returns the number of rows */
export async function copyOf(client: pg.Client, select: string): Promise<number> {
  const stream = client.query(to(`COPY (SELECT row_to_json(r) FROM (${select}) r) TO STDOUT`));
  await pipeline(stream, new Writable({ write: (_piece, _encoding, done) => done() }));
  return stream.rowCount;
}
