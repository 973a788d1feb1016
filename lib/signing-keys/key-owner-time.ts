import type pg from "pg";
import { placedMoment } from "@/lib/clock";

/** PostgreSQL's time over a connection of the owner's, unless a test stands at another moment: a key's dates are read
 *  by every server. */
export async function timeOf(client: pg.Client): Promise<Date> {
  const { rows } = await client.query<{ at: Date }>("SELECT clock_timestamp() AS at");
  const [row] = rows;
  if (!row) throw new Error("PostgreSQL does not know the time");
  return placedMoment() ?? row.at;
}
