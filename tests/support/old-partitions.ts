import { randomBytes } from "node:crypto";
import type pg from "pg";

/** Splits a table's first partition, which has everything until the period after next, at past moments: rows
 *  with an id of such a time are in a partition of their own, as in an installation that has run for long.
 *  @param owner connected as the database's owner
 *  @param daysAgo the moments, the oldest first */
export async function oldPartitions(
  owner: pg.Client,
  parent: "audit_events" | "sessions",
  daysAgo: number[],
): Promise<void> {
  await owner.query("BEGIN");
  const first = `${parent}_first`;
  const { rows } = await owner.query<{ until: string }>(
    "SELECT atrium_first_id(until_at) AS until FROM atrium_partitions($1) WHERE name = $2",
    [parent, first],
  );
  await owner.query(`ALTER TABLE public.${parent} DETACH PARTITION partitions.${first}`);
  let from = "MINVALUE";
  for (const days of daysAgo) {
    const name = `${parent}_${days}_days_ago`;
    const { rows: bounds } = await owner.query<{ id: string }>(
      "SELECT atrium_first_id(now() - make_interval(days => $1)) AS id",
      [days],
    );
    const until = `'${bounds[0]?.id}'`;
    await owner.query(`CREATE TABLE partitions.${name} (LIKE public.${parent} INCLUDING ALL)`);
    await owner.query(`CALL atrium_guard_partition('${parent}', '${name}')`);
    await owner.query(
      `ALTER TABLE public.${parent} ATTACH PARTITION partitions.${name} FOR VALUES FROM (${from}) TO (${until})`,
    );
    from = until;
  }
  await owner.query(
    `ALTER TABLE public.${parent} ATTACH PARTITION partitions.${first} FOR VALUES FROM (${from}) TO ('${rows[0]?.until}')`,
  );
  await owner.query("COMMIT");
}

/** An id of a moment that is past, as it would have been made then. */
export function idOfDaysAgo(days: number): string {
  const made = Date.now() - days * 86_400_000;
  const time = Math.floor(made).toString(16).padStart(12, "0");
  const rest = randomBytes(9).toString("hex");
  return `${time.slice(0, 8)}-${time.slice(8)}-7${rest.slice(0, 3)}-8${rest.slice(3, 6)}-${rest.slice(6)}`;
}
