import pg from "pg";
import { inject } from "vitest";

/** Tables that every request may write to, also an unauthenticated one. */
const PUBLIC_TABLES = ["rate_limit_buckets", "forwarders"];

/** Returns a fingerprint of the rows and row versions in each table, of every tenant. Two equal answers mean
 *  that nothing was written in between, not even the same values once more. */
export async function storedRows(): Promise<Record<string, string>> {
  const client = await reader();
  statement ??= await statementOf(client);
  const { rows } = await client.query<{ name: string; held: string }>({
    name: "stored-rows",
    text: statement,
  });
  return Object.fromEntries(rows.map(({ name, held }) => [name, held]));
}

let connected: Promise<pg.Client> | undefined;
let statement: string | undefined;

/** A superuser, from whom row-level security hides nothing. The database is dropped at the end, and the
 *  connection with it. */
function reader(): Promise<pg.Client> {
  connected ??= (async () => {
    const url = new URL(inject("testServer").adminUrl);
    url.pathname = new URL(process.env.DATABASE_OWNER_URL ?? "").pathname;
    const client = new pg.Client({ connectionString: url.href });
    client.on("error", () => {});
    await client.connect();
    await client.query("SET max_parallel_workers_per_gather = 0");
    return client;
  })();
  return connected;
}

async function statementOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT c.oid::regclass::text AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE (n.nspname = 'public' AND c.relname <> ALL ($1) OR c.oid = to_regclass('pgboss.job'))
       AND c.relkind IN ('r', 'p') AND NOT c.relispartition`,
    [PUBLIC_TABLES],
  );
  return rows
    .map(
      ({ name }) =>
        `SELECT '${name}' AS name, count(*) || ' ' || coalesce(max(xmin::text::bigint), 0) AS held FROM ${name}`,
    )
    .join(" UNION ALL ");
}
