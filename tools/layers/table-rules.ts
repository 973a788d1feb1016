import type ts from "typescript";
import type { Finding } from "./finding";
import { roomOf } from "./rooms";
import { type TableWrite, tableWrites } from "./table-writes";

/** A file whose statements write tables of other rooms, and the reason. */
type Exception = { file: string; tables: string[]; because: string };

/** Statements that write another room's table for speed, and the measured limit that each serves
 *  (docs/PERFORMANCE.md). */
const writesForSpeed: Exception[] = [
  {
    file: "lib/core/login/admission-store.ts",
    tables: ["rate_limit_buckets", "one_time_secrets", "audit_events"],
    because: "a login's admission is one statement: logins must not become slower",
  },
  {
    file: "lib/core/sessions/exchange-store.ts",
    tables: ["one_time_secrets", "users", "audit_events"],
    because: "redeeming a grant is one statement: a login costs at most 1.2 times its hash",
  },
  {
    file: "lib/features/migration/import/apply-lines-store.ts",
    tables: ["users", "memberships", "audit_events"],
    because: "a thousand lines of an import are one statement: a million users in ten minutes",
  },
  {
    file: "lib/core/credentials/token-request-store.ts",
    tables: ["rate_limit_buckets", "audit_events"],
    because: "a machine token is counted and recorded by one statement: 0.9 of bare oidc-provider",
  },
];

/** Finds tables that several rooms of lib/ write: the rules of a table belong in one room. An exception that
 *  no statement needs is a finding as well.
 *  @param models the table of each model, by the name that Prisma's client gives the model */
export function tableFindings(
  sources: ts.SourceFile[],
  models: Map<string, string>,
  exceptions: Exception[] = writesForSpeed,
): Finding[] {
  const writes = sources
    .filter(({ fileName }) => fileName.startsWith("lib/"))
    .flatMap((source) => tableWrites(source, models));
  const isExcepted = ({ file, table = "" }: TableWrite) =>
    exceptions.some((exception) => exception.file === file && exception.tables.includes(table));
  const byTable = Map.groupBy(
    writes.filter((write) => !isExcepted(write)),
    ({ table }) => table,
  );
  return [
    ...[...byTable].flatMap(([table, places]) =>
      table === undefined ? places.map(unnamed) : sharedFinding(table, places),
    ),
    ...exceptions.flatMap((exception) => needlessFindings(exception, writes)),
  ];
}

function needlessFindings({ file, tables }: Exception, writes: TableWrite[]): Finding[] {
  const written = new Set(writes.filter((write) => write.file === file).map(({ table }) => table));
  return tables
    .filter((table) => !written.has(table))
    .map((table) => ({
      file,
      problem: `may write ${table} for speed, and does not`,
      instead: "take the exception out of tools/layers/table-rules.ts",
    }));
}

function sharedFinding(table: string, writes: TableWrite[]): Finding[] {
  const rooms = Map.groupBy(writes, ({ file }) => roomOf(file));
  if (rooms.size < 2) return [];
  const writers = [...rooms].map(
    ([room, places]) => `lib/${room} (${[...new Set(places.map(({ file }) => file))].join(", ")})`,
  );
  const [{ file, line } = { file: "", line: 0 }] = writes;
  const problem = `writes ${table}, which several rooms write: ${writers.join(" · ")}`;
  return [
    { file, line, problem, instead: "call a store function of the room that owns the table" },
  ];
}

function unnamed({ file, line }: TableWrite): Finding {
  const problem = "writes a table that only a value names";
  return { file, line, problem, instead: "name the table in the statement's text" };
}
