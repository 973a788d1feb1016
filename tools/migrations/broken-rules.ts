import type { Node } from "libpg-query";
import type { ParsedMigration } from "./parsed-migration";
import { type Rule, smallTables } from "./rules";
import { brokenByChange, isConcurrent, isValidation } from "./table-changes";

/** PostgreSQL's description of a relation in a statement. */
type Relation = { relname?: string } | undefined;

/** Returns the rules that a statement breaks, each once. */
export function brokenRules(node: Node, migration: ParsedMigration): Rule[] {
  const found = [
    ...byTransaction(node, migration),
    ...byTable(node, migration),
    ...byRemoval(node),
  ];
  return [...new Set(found)];
}

/** Finds statements that are forbidden inside, or outside, of a transaction. */
function byTransaction(node: Node, { outside }: ParsedMigration): Rule[] {
  if ("TransactionStmt" in node) return ["own-transaction"];
  if (!isDoneConcurrently(node)) return [];
  if (!outside) return ["not-in-transaction"];
  const repeatable =
    ("IndexStmt" in node && node.IndexStmt.if_not_exists) ||
    ("DropStmt" in node && node.DropStmt.missing_ok) ||
    "ReindexStmt" in node;
  return repeatable ? [] : ["not-repeatable"];
}

function isDoneConcurrently(node: Node): boolean {
  if ("IndexStmt" in node) return node.IndexStmt.concurrent === true;
  if ("DropStmt" in node) return node.DropStmt.concurrent === true;
  if ("ReindexStmt" in node) return isConcurrentReindex(node);
  if ("AlterTableStmt" in node) return changesOf(node).some(isConcurrent);
  return false;
}

/** Finds statements that take long, or block others, on an existing table. */
function byTable(node: Node, migration: ParsedMigration): Rule[] {
  const isNew = (relation: Relation) => migration.newTables.has(relation?.relname ?? "");
  const isQuick = (relation: Relation) =>
    isNew(relation) || smallTables.has(relation?.relname ?? "");
  if ("IndexStmt" in node) {
    const { relation, concurrent } = node.IndexStmt;
    return concurrent || isQuick(relation) ? [] : ["index-blocks-writes"];
  }
  if ("AlterTableStmt" in node) return byChanges(node, migration, isNew, isQuick);
  if ("UpdateStmt" in node) return isQuick(node.UpdateStmt.relation) ? [] : ["changes-rows"];
  if ("DeleteStmt" in node) return isQuick(node.DeleteStmt.relation) ? [] : ["changes-rows"];
  if ("TruncateStmt" in node || "LockStmt" in node || "RefreshMatViewStmt" in node)
    return ["locks-table"];
  if ("RepackStmt" in node || "VacuumStmt" in node) return ["locks-table"];
  if ("ReindexStmt" in node) return isConcurrentReindex(node) ? [] : ["locks-table"];
  return "DoStmt" in node ? ["opaque"] : [];
}

type AlterTable = Extract<Node, { AlterTableStmt: unknown }>;

const changesOf = ({ AlterTableStmt: { cmds = [] } }: AlterTable) =>
  cmds.flatMap((change) => ("AlterTableCmd" in change ? [change.AlterTableCmd] : []));

function byChanges(
  node: AlterTable,
  migration: ParsedMigration,
  isNew: (relation: Relation) => boolean,
  isQuick: (relation: Relation) => boolean,
): Rule[] {
  const { relation } = node.AlterTableStmt;
  if (isNew(relation)) return [];
  const changes = changesOf(node);
  const broken = changes.flatMap((change) => brokenByChange(change) ?? []);
  const lasting: Rule[] = ["drop-column", "requires-value"];
  const counted = isQuick(relation) ? broken.filter((rule) => lasting.includes(rule)) : broken;
  if (isQuick(relation) || !changes.some(isValidation)) return counted;
  return isAlteredElsewhere(relation, changes, node, migration)
    ? [...counted, "validates-under-lock"]
    : counted;
}

/** Whether the migration also changes the table by a statement whose lock blocks everything until it
 *  commits. */
function isAlteredElsewhere(
  relation: Relation,
  own: readonly unknown[],
  node: AlterTable,
  { statements, outside }: ParsedMigration,
): boolean {
  if (own.length > 1) return true;
  if (outside) return false;
  return statements.some(
    ({ node: other }) =>
      other !== node &&
      "AlterTableStmt" in other &&
      other.AlterTableStmt.relation?.relname === relation?.relname &&
      !changesOf(other).every(isValidation),
  );
}

function isConcurrentReindex({
  ReindexStmt: { params = [] },
}: Extract<Node, { ReindexStmt: unknown }>) {
  return params.some((param) => "DefElem" in param && param.DefElem.defname === "concurrently");
}

/** Finds removals of objects that the previous release may still use. */
function byRemoval(node: Node): Rule[] {
  if ("RenameStmt" in node) {
    const inside = ["OBJECT_TABCONSTRAINT", "OBJECT_INDEX", "OBJECT_POLICY", "OBJECT_TRIGGER"];
    return inside.includes(node.RenameStmt.renameType ?? "") ? [] : ["rename"];
  }
  if ("AlterEnumStmt" in node) return node.AlterEnumStmt.oldVal ? ["rename"] : [];
  if (!("DropStmt" in node)) return [];
  switch (node.DropStmt.removeType) {
    case "OBJECT_TABLE":
    case "OBJECT_VIEW":
    case "OBJECT_MATVIEW":
    case "OBJECT_TYPE":
    case "OBJECT_SCHEMA":
    case "OBJECT_SEQUENCE":
      return ["drop-table"];
    case "OBJECT_FUNCTION":
    case "OBJECT_PROCEDURE":
    case "OBJECT_ROUTINE":
      return ["drop-function"];
    default:
      return [];
  }
}
