import { readFileSync } from "node:fs";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";

// docs/OPERATIONS.md states for every table how long its rows live, or why they stay. A new table is added
// there first.

let owner: pg.Client;
beforeAll(async () => {
  owner = new pg.Client({ connectionString: process.env.DATABASE_OWNER_URL });
  await owner.connect();
});
afterAll(() => owner.end());

/** The rows of the table under "What is deleted when". */
function statedLives(): Map<string, string> {
  const [, section = ""] = readFileSync("docs/OPERATIONS.md", "utf8").split(
    "### What is deleted when",
  );
  const [table = ""] = section.split(/\n#/);
  const lives = new Map<string, string>();
  for (const [, names = "", life = ""] of table.matchAll(/^\| (`[^|]*`) \| ([^|]+) \|$/gm))
    for (const [, name = ""] of names.matchAll(/`(\w+)`/g)) lives.set(name, life);
  return lives;
}

async function column(query: string): Promise<string[]> {
  const { rows } = await owner.query<{ value: string }>(query);
  return rows.map(({ value }) => value);
}

test("every table has a stated life, and every stated life a table", async () => {
  const tables = await column(
    `SELECT relname AS value FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') ORDER BY relname COLLATE "C"`,
  );
  expect([...statedLives().keys()].toSorted()).toEqual(tables);
});

test("what the database sweeps or drops is what the table says has an end", async () => {
  const [body = ""] = await column(
    "SELECT prosrc AS value FROM pg_proc WHERE proname = 'atrium_sweep'",
  );
  const swept = [...body.matchAll(/^ *\('(\w+)', +'(\w+)', /gm)].map(([, , table = ""]) => table);
  expect(swept.length).toBeGreaterThan(12);
  const ended = new Set([
    ...swept,
    "audit_events",
    "audit_log_entries",
    "forwarders",
    "signal_streams",
    "signals",
    "signal_removals",
    "signal_changes",
    "sessions",
    "session_clients",
    "logout_attempts",
  ]);
  const stated = [...statedLives()].filter(([, life]) => !life.startsWith("Kept:"));
  expect(stated.map(([name]) => name).toSorted()).toEqual([...ended].toSorted());
});
