import { loadModule, type Node, parse } from "libpg-query";
import { isOutsideTransaction } from "../../lib/kernel/db/schema/outside-transaction";
import { withoutComments } from "../../lib/kernel/db/schema/sql-statements";

/** A statement of a migration, by PostgreSQL's own grammar. */
export interface Statement {
  node: Node;
  /** Line of the script on which the statement begins, from 1. */
  line: number;
  /** The comments above it. */
  comments: string;
}

export interface ParsedMigration {
  name: string;
  statements: Statement[];
  /** Whether its statements are sent one by one, without a transaction. */
  outside: boolean;
  /** Tables that it creates: no other transaction uses them yet. */
  newTables: ReadonlySet<string>;
}

/** Parses a migration.
 *  @throws SqlError where PostgreSQL would not understand it */
export async function parseMigration(name: string, script: string): Promise<ParsedMigration> {
  await loadModule();
  const { stmts = [] } = await parse(script);
  const bytes = Buffer.from(script);
  let end = 0;
  const statements = stmts.flatMap(({ stmt, stmt_location: from = 0, stmt_len: length }) => {
    if (!stmt) return [];
    const before = bytes.subarray(0, end).toString();
    end = length ? from + length : bytes.length;
    // From the end of the previous statement: parsers may or may not include comments in a statement's place.
    const whole = bytes.subarray(Buffer.byteLength(before), end).toString().replace(/^;/, " ");
    const comments = whole.slice(0, whole.indexOf(withoutComments(whole)));
    return [{ node: stmt, comments, line: (before + comments).split("\n").length }];
  });
  const newTables = new Set(statements.flatMap(({ node }) => tableMadeBy(node)));
  return { name, statements, outside: isOutsideTransaction(script), newTables };
}

function tableMadeBy(node: Node): string[] {
  if ("CreateStmt" in node) return nameOf(node.CreateStmt.relation);
  if ("CreateTableAsStmt" in node) return nameOf(node.CreateTableAsStmt.into?.rel);
  return [];
}

function nameOf(relation: { relname?: string } | undefined): string[] {
  return relation?.relname ? [relation.relname] : [];
}
