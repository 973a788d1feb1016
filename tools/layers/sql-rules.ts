import ts from "typescript";
import type { Finding } from "./finding";
import { lineOf, nodesOf } from "./parsed";
import { sqlText } from "./table-writes";

/** Files that may contain statements: doctor's checks query PostgreSQL about itself. */
const STORES =
  /^lib\/(kernel\/db\/.*|.*-store)\.ts$|^lib\/core\/oidc\/provider\/payload-adapter\.ts$|^cli\/doctor\//;
/** Functions of lib/kernel/db/queryable that make a statement. */
const TAGS = new Set(["read", "write", "lock", "sql", "join", "identifier", "literal", "empty"]);
const STATEMENT =
  /^\s*(SELECT\s|INSERT\s+INTO\s|UPDATE\s+[a-z_"]+\s|DELETE\s+FROM\s|WITH\s+[a-z_]+\s+AS\s|LISTEN\s+[a-z_])/;
const RAW = /^\$(query|execute)Raw(Unsafe)?$/;

/** Finds statements, and code that makes them, outside of stores: SQL tags, SQL in a text, Prisma's models.
 *  @param models the names that Prisma's client gives the models */
export function sqlFindings(source: ts.SourceFile, models: ReadonlySet<string>): Finding[] {
  if (STORES.test(source.fileName)) return [];
  const instead = "call a store function; queries live in the noun's *-store.ts";
  return nodesOf(source).flatMap((node) => {
    const problem = problemOf(node, models);
    return problem ? [{ file: source.fileName, line: lineOf(node), problem, instead }] : [];
  });
}

function problemOf(node: ts.Node, models: ReadonlySet<string>): string | undefined {
  if (ts.isImportDeclaration(node)) {
    const tags = importedTags(node);
    return tags.length > 0 ? `imports ${tags.join(", ")} of lib/kernel/db/queryable` : undefined;
  }
  if (STATEMENT.test(sqlText(node))) return "writes SQL";
  if (!ts.isPropertyAccessExpression(node)) return undefined;
  if (RAW.test(node.name.text)) return `calls ${node.name.text}`;
  const owner = node.expression;
  const isClient =
    (ts.isIdentifier(owner) && owner.text === "sql") ||
    (ts.isPropertyAccessExpression(owner) && owner.name.text === "sql");
  return isClient && models.has(node.name.text) ? `uses Prisma's ${node.name.text}` : undefined;
}

function importedTags({ importClause, moduleSpecifier }: ts.ImportDeclaration): string[] {
  if (!ts.isStringLiteral(moduleSpecifier) || moduleSpecifier.text !== "@/lib/kernel/db/queryable")
    return [];
  const bindings = importClause?.namedBindings;
  if (!importClause || importClause.phaseModifier === ts.SyntaxKind.TypeKeyword) return [];
  if (!bindings || !ts.isNamedImports(bindings)) return [];
  return bindings.elements
    .filter(({ isTypeOnly }) => !isTypeOnly)
    .map(({ name, propertyName }) => (propertyName ?? name).text)
    .filter((name) => TAGS.has(name));
}
