import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";

/** A statement as PostgreSQL ran it, inside functions too. */
export interface StatementPlan {
  statement: string;
  /** Number of executions per request. */
  times: number;
  /** The ways it reached its rows: `Index Scan using users_pkey on users`, … */
  scans: string[];
}

interface PlanNode {
  "Node Type": string;
  "Index Name"?: string;
  "Relation Name"?: string;
  Plans?: PlanNode[];
}

/** Settings of a server whose plans are read later, with room for the large database. */
export const explained: Record<string, string> = {
  shared_preload_libraries: "auto_explain",
  "auto_explain.log_format": "json",
  "auto_explain.log_nested_statements": "on",
  shared_buffers: "1GB",
  max_wal_size: "8GB",
  // Loaded tables have been vacuumed and analyzed; autovacuum would add to the cost of requests.
  autovacuum: "off",
  logging_collector: "on",
  log_destination: "jsonlog",
  log_directory: "log",
};

/** Runs `work`, which returns the number of its requests, while PostgreSQL logs the plan of every statement.
 *  The server must have been started with `explained`. */
export async function explaining(
  adminUrl: string,
  work: () => Promise<number>,
): Promise<StatementPlan[]> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ data_directory: string }>("SHOW data_directory");
    const folder = join(rows[0]?.data_directory ?? "", "log");
    const before = lines(folder).length;
    await set(client, "0");
    const requests = await work();
    await set(client, "-1");
    return summary(lines(folder).slice(before), requests);
  } finally {
    await client.end();
  }
}

/** Sets the duration in milliseconds from which statements are logged; -1 is never. */
async function set(client: pg.Client, from: string): Promise<void> {
  await client.query(`ALTER SYSTEM SET auto_explain.log_min_duration = ${from}`);
  await client.query("SELECT pg_reload_conf()");
  // Every backend reloads it before its next statement.
  await sleep(500);
}

function lines(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .sort()
    .flatMap((name) => readFileSync(join(folder, name), "utf8").split("\n"))
    .filter((line) => line.includes("plan:"));
}

function summary(logged: readonly string[], requests: number): StatementPlan[] {
  const found = new Map<string, { times: number; scans: Set<string> }>();
  for (const line of logged) {
    const { message } = JSON.parse(line) as { message: string };
    const { "Query Text": text, Plan: plan } = JSON.parse(message.slice(message.indexOf("{"))) as {
      "Query Text": string;
      Plan: PlanNode;
    };
    if (text.includes("pg_reload_conf")) continue;
    // COPY takes no parameters, so its statements hold the ids of tenants themselves
    // (lib/kernel/db/copy-stream.ts).
    const statement = text
      .replace(/'[0-9a-f-]{36}'/g, "'…'")
      .replace(/\s+/g, " ")
      .trim();
    const entry = found.get(statement) ?? { times: 0, scans: new Set() };
    entry.times += 1;
    for (const scan of scansOf(plan)) entry.scans.add(scan);
    found.set(statement, entry);
  }
  return [...found].map(([statement, { times, scans }]) => ({
    statement,
    times: times / requests,
    scans: [...scans],
  }));
}

function scansOf(node: PlanNode): string[] {
  const below = (node.Plans ?? []).flatMap(scansOf);
  const [relation, index] = [node["Relation Name"], node["Index Name"]];
  if (!relation && !index) return below;
  const how = index ? `${node["Node Type"]} using ${index}` : node["Node Type"];
  return [relation ? `${how} on ${relation}` : how, ...below];
}
