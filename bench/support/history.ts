import { once } from "node:events";
import { finished } from "node:stream/promises";
import pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { type PastTable, type PastUser, pastTables } from "./past-rows";

/** Number of past events and sessions. */
export interface HistorySize {
  events: number;
  sessions: number;
}

/** Target table of a period's rows, and their number. */
interface Period {
  table: PastTable;
  name: string;
  begins: Date;
  ends: Date;
  rows: number;
}

/** Fills the database of a running service with a year's history: events of twelve months and sessions of six
 *  weeks, each in its partition, half of them of the measured environments. Rows come by COPY before a
 *  partition has indexes, and attaching it builds them, while the rows of the next partition come. */
export async function fillHistory(
  adminUrl: string,
  size: HistorySize,
  measured: readonly string[],
): Promise<void> {
  const [copying, attaching] = [await connected(adminUrl), await connected(adminUrl)];
  const startedAt = performance.now();
  const seconds = () => (performance.now() - startedAt) / 1000;
  let done = 0;
  const all = size.events + size.sessions;
  try {
    const users = await pastUsers(copying, measured);
    for (const table of pastTables) {
      const count = table.parent === "sessions" ? size.sessions : size.events;
      const first = await detachFirst(attaching, table.parent);
      let attached: Promise<void> = Promise.resolve();
      let from = "MINVALUE";
      for (const period of periodsOf(table, count)) {
        await copyPeriod(copying, period, users);
        await attached;
        attached = attach(attaching, period, from);
        // Its awaiter gets the failure.
        attached.catch(() => {});
        from = `'${firstId(period.ends)}'`;
        done += period.rows;
        const left = (seconds() * (all - done)) / done;
        console.error(
          `  ${done.toLocaleString("en")} of ${all.toLocaleString("en")} rows after ${seconds().toFixed(0)} s, some ${left.toFixed(0)} s to go`,
        );
      }
      await attached;
      await attaching.query(
        `ALTER TABLE public.${table.parent} ATTACH PARTITION partitions.${table.parent}_first FOR VALUES FROM (${from}) TO ('${first}')`,
      );
    }
    await settled(attaching);
    console.error(`  indexed and analyzed after ${seconds().toFixed(0)} s`);
  } finally {
    await Promise.all([copying.end(), attaching.end()]);
  }
}

/** Leaves PostgreSQL nothing to do in the background: the written rows are vacuumed, analyzed and on disk. */
export async function settled(client: pg.Client): Promise<void> {
  await client.query("VACUUM (ANALYZE)");
  await client.query("CHECKPOINT");
}

async function connected(adminUrl: string): Promise<pg.Client> {
  const database = new URL(process.env.DATABASE_URL ?? "").pathname;
  const client = new pg.Client({ connectionString: new URL(database, adminUrl).href });
  await client.connect();
  await client.query("SET session_replication_role = replica; SET maintenance_work_mem = '1GB'");
  return client;
}

/** Users in turn of the environments that are measured and of all. */
async function pastUsers(client: pg.Client, measured: readonly string[]): Promise<PastUser[]> {
  const { rows } = await client.query<PastUser & { isMeasured: boolean }>(
    `SELECT tenant_id AS "tenantId", environment_id AS "environmentId", id, environment_id = ANY($1::uuid[]) AS "isMeasured"
     FROM users ORDER BY id LIMIT 20000`,
    [measured],
  );
  const ours = rows.filter(({ isMeasured }) => isMeasured);
  return rows.flatMap((user, at) => [user, ours[at % ours.length] ?? user]);
}

/** Detaches the first partition, since the rows before it have partitions of their own.
 *  @returns its end */
async function detachFirst(client: pg.Client, parent: string): Promise<string> {
  const { rows } = await client.query<{ until: string }>(
    "SELECT atrium_first_id(until_at) AS until FROM atrium_partitions($1) WHERE name = $2",
    [parent, `${parent}_first`],
  );
  await client.query(`ALTER TABLE public.${parent} DETACH PARTITION partitions.${parent}_first`);
  return rows[0]?.until ?? "";
}

const DAY_MS = 86_400_000;

/** Returns the periods before now, the oldest first. The last one ends six hours ago: existing rows are of
 *  this day. */
function periodsOf(table: PastTable, rows: number): Period[] {
  const last = Date.now() - DAY_MS / 4;
  return Array.from({ length: table.periods }, (_, at) => {
    const back = (periods: number) => new Date(last - periods * table.days * DAY_MS);
    const number = table.periods - at;
    return {
      table,
      name: `${table.parent}_before_${number}`,
      begins: back(number),
      ends: back(number - 1),
      rows: Math.ceil(rows / table.periods),
    };
  });
}

async function copyPeriod(
  client: pg.Client,
  { table, name, begins, ends, rows }: Period,
  users: readonly PastUser[],
): Promise<void> {
  await client.query("BEGIN");
  await client.query(
    `CREATE TABLE partitions.${name} (LIKE public.${table.parent} INCLUDING DEFAULTS)`,
  );
  // The functions that drop a partition are the owner's.
  await client.query(`ALTER TABLE partitions.${name} OWNER TO atrium_owner`);
  const stream = client.query(
    copyFrom(`COPY partitions.${name} (${table.columns}) FROM STDIN (FREEZE)`),
  );
  const step = (ends.getTime() - begins.getTime()) / rows;
  for (let at = 0; at < rows; ) {
    const lines: string[] = [];
    for (const until = Math.min(rows, at + 2_000); at < until; at += 1)
      lines.push(table.row(users[at % users.length] as PastUser, begins.getTime() + at * step, at));
    if (!stream.write(lines.join(""))) await once(stream, "drain");
  }
  stream.end();
  await finished(stream);
  await client.query("COMMIT");
}

async function attach(client: pg.Client, { table, name, ends }: Period, from: string) {
  await client.query(`CALL atrium_guard_partition('${table.parent}', '${name}')`);
  await client.query(
    `ALTER TABLE public.${table.parent} ATTACH PARTITION partitions.${name} FOR VALUES FROM (${from}) TO ('${firstId(ends)}')`,
  );
}

/** The least id of a moment, as version 7 has it. */
function firstId(at: Date): string {
  const hex = at.getTime().toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}
