import ts from "typescript";
import type { Finding } from "./finding";
import { lineOf, nodesOf } from "./parsed";

/** The only file that builds parts of a statement from texts; it quotes its arguments. */
const SQL_BUILDER = "lib/kernel/db/queryable.ts";
/** Matches the beginning of a statement. */
const STATEMENT =
  /^\s*(?:ALTER|ANALYZE|BEGIN|CALL|CLUSTER|COMMENT|COPY|CREATE|DECLARE|DELETE|DO|DROP|EXECUTE|EXPLAIN|FETCH|GRANT|INSERT|LISTEN|LOCK|MERGE|NOTIFY|PREPARE|REASSIGN|REFRESH|REINDEX|RESET|REVOKE|SELECT|SET|START|TRUNCATE|UNLISTEN|UPDATE|VACUUM|VALUES|WITH)\s/;
/** Functions whose result is quoted, or a number. */
const QUOTING = new Set(["escapeIdentifier", "escapeLiteral", "floor"]);
/** Functions that take the text of a statement. */
const QUERY_METHODS = /^(?:query|\$(?:query|execute)RawUnsafe)$/;

/** Finds values in the text of a statement that are neither constants of the code nor quoted, in stores too:
 *  PostgreSQL would run them. The parameters of a tag (`read`, `sql` …) are no text. */
export function sqlTextFindings(source: ts.SourceFile): Finding[] {
  const instead =
    "pass it as a parameter, or quote it: identifier, literal, client.escapeIdentifier";
  return nodesOf(source).flatMap((node) => {
    const problem = problemOf(node);
    return problem ? [{ file: source.fileName, line: lineOf(node), problem, instead }] : [];
  });
}

function problemOf(node: ts.Node): string | undefined {
  const { fileName } = node.getSourceFile();
  if (ts.isImportSpecifier(node) && fileName !== SQL_BUILDER) {
    const isRaw = (node.propertyName ?? node.name).text === "raw";
    const { moduleSpecifier } = node.parent.parent.parent as ts.ImportDeclaration;
    return isRaw && moduleSpecifier.getText().includes("sql-template-tag")
      ? "makes SQL of any text"
      : undefined;
  }
  const isPart = isText(node.parent) || node.parent?.parent === undefined;
  if (isText(node) && !isPart && STATEMENT.test(beginning(node)) && !isFixed(node))
    return "puts a value into the text of a statement";
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression))
    return undefined;
  const [text] = node.arguments;
  if (!text || !QUERY_METHODS.test(node.expression.name.text)) return undefined;
  if (!isText(text) || STATEMENT.test(beginning(text)) || isFixed(text)) return undefined;
  return "puts a value into the text of a statement";
}

/** Whether a node builds a text from several: a template without a tag, a sum, or a list that is joined. */
function isText(node: ts.Node | undefined): node is ts.Expression {
  if (!node) return false;
  if (ts.isTemplateExpression(node)) return !ts.isTaggedTemplateExpression(node.parent);
  return (
    (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) ||
    (ts.isCallExpression(node) && calledName(node) === "join")
  );
}

function beginning(node: ts.Node): string {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTemplateExpression(node)) return node.head.text;
  if (ts.isBinaryExpression(node)) return beginning(node.left);
  const list = ts.isCallExpression(node) && joinedList(node);
  const first = list && ts.isArrayLiteralExpression(list) && list.elements[0];
  return first ? beginning(first) : "";
}

/** Whether an expression consists of constant texts and quoted values, for every caller. */
function isFixed(node: ts.Expression): boolean {
  if (ts.isStringLiteralLike(node) || ts.isNumericLiteral(node)) return true;
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node))
    return isFixed(node.expression);
  if (ts.isTemplateExpression(node))
    return node.templateSpans.every(({ expression }) => isFixed(expression));
  if (ts.isBinaryExpression(node)) return isFixed(node.left) && isFixed(node.right);
  if (ts.isConditionalExpression(node)) return isFixed(node.whenTrue) && isFixed(node.whenFalse);
  if (ts.isArrayLiteralExpression(node)) return node.elements.every(isFixed);
  if (ts.isIdentifier(node)) return isFixedName(node);
  if (!ts.isCallExpression(node)) return false;
  if (QUOTING.has(calledName(node))) return true;
  const list = joinedList(node);
  return list !== undefined && isFixedList(list);
}

/** Returns the list of `[…].join(…)`. */
function joinedList(node: ts.CallExpression): ts.Expression | undefined {
  const isJoin = ts.isPropertyAccessExpression(node.expression) && calledName(node) === "join";
  return isJoin ? (node.expression as ts.PropertyAccessExpression).expression : undefined;
}

/** Whether a node is a list of fixed texts, or one whose elements are each quoted: `….map((one) =>
 *  client.escapeIdentifier(one))`. */
function isFixedList(node: ts.Expression): boolean {
  if (!ts.isCallExpression(node) || calledName(node) !== "map") return isFixed(node);
  const [each] = node.arguments;
  return each !== undefined && ts.isArrowFunction(each) && isFixed(each.body as ts.Expression);
}

function calledName({ expression }: ts.CallExpression): string {
  return ts.isPropertyAccessExpression(expression) ? expression.name.text : expression.getText();
}

/** Whether a name is a constant with a fixed value, or one of another file that is named like a constant. */
function isFixedName(name: ts.Identifier): boolean {
  const source = name.getSourceFile();
  for (let scope: ts.Node = name.parent; ; scope = scope.parent) {
    const found = declared(scope, name.text);
    if (found && ts.isImportSpecifier(found)) return /^[A-Z][A-Z0-9_]*$/.test(name.text);
    if (found) return isConstant(found);
    if (scope === source) return false;
  }
}

function isConstant(found: ts.Node): boolean {
  if (!ts.isVariableDeclaration(found) || !found.initializer) return false;
  const isConst = (found.parent.flags & ts.NodeFlags.Const) !== 0;
  if (!isConst) return false;
  if (ts.isIdentifier(found.name)) return isFixed(found.initializer);
  // const [source, target] = names.map((name) => client.escapeIdentifier(name))
  return ts.isArrayBindingPattern(found.name) && isFixedList(found.initializer);
}

/** Finds the declaration of a name directly within a scope. */
function declared(scope: ts.Node, name: string): ts.Node | undefined {
  let found: ts.Node | undefined;
  const names = (binding: ts.BindingName): boolean =>
    ts.isIdentifier(binding)
      ? binding.text === name
      : binding.elements.some((one) => ts.isBindingElement(one) && names(one.name));
  const visit = (node: ts.Node): void => {
    if (found) return;
    if ((ts.isVariableDeclaration(node) || ts.isParameter(node)) && names(node.name)) found = node;
    if (ts.isImportSpecifier(node) && node.name.text === name) found = node;
    const isScope = ts.isFunctionLike(node) || ts.isBlock(node) || ts.isClassLike(node);
    if (!found && !(isScope && node !== scope)) ts.forEachChild(node, visit);
  };
  visit(scope);
  return found;
}
