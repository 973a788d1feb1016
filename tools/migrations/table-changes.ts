import type { AlterTableCmd, ColumnDef, Constraint, Node } from "libpg-query";
import type { Rule } from "./rules";

/** Returns the rule that an action of ALTER TABLE breaks on a table with many rows; null for a fast one. */
export function brokenByChange(change: AlterTableCmd): Rule | null {
  const { subtype, def } = change;
  switch (subtype) {
    case "AT_AddColumn":
      return def && "ColumnDef" in def ? brokenByColumn(def.ColumnDef) : null;
    case "AT_AddConstraint":
      return def && "Constraint" in def ? brokenByConstraint(def.Constraint) : null;
    case "AT_AlterColumnType":
    case "AT_SetLogged":
    case "AT_SetUnLogged":
    case "AT_SetAccessMethod":
    case "AT_SetExpression":
      return "rewrites-table";
    case "AT_SetNotNull":
    case "AT_AttachPartition":
      return "scans-table";
    case "AT_DetachPartition":
      return def && "PartitionCmd" in def && def.PartitionCmd.concurrent ? null : "locks-table";
    case "AT_DropColumn":
      return "drop-column";
    default:
      return null;
  }
}

/** Whether the change reads all rows under a lock that lets others read and write. */
export function isValidation({ subtype }: AlterTableCmd): boolean {
  return subtype === "AT_ValidateConstraint";
}

/** Whether the change can't run in a transaction. */
export function isConcurrent({ def }: AlterTableCmd): boolean {
  return def !== undefined && "PartitionCmd" in def && def.PartitionCmd.concurrent === true;
}

function brokenByColumn({ constraints = [] }: ColumnDef): Rule | null {
  const parts = constraints.flatMap((node) => ("Constraint" in node ? [node.Constraint] : []));
  const has = (type: Constraint["contype"]) => parts.find(({ contype }) => contype === type);
  const fallback = has("CONSTR_DEFAULT");
  if (has("CONSTR_IDENTITY") || has("CONSTR_GENERATED")?.generated_kind === "s")
    return "rewrites-table";
  if (fallback && !isConstant(fallback.raw_expr)) return "rewrites-table";
  if (has("CONSTR_PRIMARY") || has("CONSTR_UNIQUE")) return "index-blocks-reads";
  if (has("CONSTR_NOTNULL") && !fallback) return "requires-value";
  if (has("CONSTR_CHECK")) return "scans-table";
  return has("CONSTR_FOREIGN") && fallback ? "scans-table" : null;
}

function brokenByConstraint(constraint: Constraint): Rule | null {
  switch (constraint.contype) {
    case "CONSTR_PRIMARY":
    case "CONSTR_UNIQUE":
    case "CONSTR_EXCLUSION":
      return constraint.indexname ? null : "index-blocks-reads";
    case "CONSTR_CHECK":
    case "CONSTR_FOREIGN":
    case "CONSTR_NOTNULL":
      return constraint.skip_validation ? null : "scans-table";
    default:
      return null;
  }
}

/** Functions whose result is the same for a whole statement, so that a new column needs no row to be
 *  written. */
const STABLE = new Set(["now", "transaction_timestamp", "statement_timestamp"]);

/** Whether PostgreSQL can store a default once for all existing rows. */
function isConstant(expression: Node | undefined): boolean {
  if (!expression) return true;
  if ("A_Const" in expression || "SQLValueFunction" in expression) return true;
  if ("TypeCast" in expression) return isConstant(expression.TypeCast.arg);
  if ("A_ArrayExpr" in expression) return (expression.A_ArrayExpr.elements ?? []).every(isConstant);
  if ("FuncCall" in expression) {
    const last = expression.FuncCall.funcname?.at(-1);
    return last !== undefined && "String" in last && STABLE.has(last.String.sval ?? "");
  }
  return false;
}
