import { readFileSync } from "node:fs";
import ts from "typescript";
import { codeFiles, isTest } from "@/tools/layers/code-files";
import { parse } from "@/tools/layers/parsed";

const PRODUCT = /^(app|lib|host|cli|emails|i18n)\//;

/** Places that only use a name. */
interface Uses {
  /** Files. */
  files?: RegExp;
  /** Names of the properties, constants and functions that hold a list, such as `refusals`. */
  lists?: RegExp;
}

/** Files of the product that define a name: as a key, an element of a list or a member of a union. A thrown,
 *  compared, passed or answered name is used.
 *  @param name of which the whole literal or key is an instance */
export function spelledIn(name: RegExp, uses: Uses = {}): string[] {
  return productFiles()
    .filter(({ file, text }) => name.test(text) && !uses.files?.test(file))
    .filter(({ file, text }) => defines(parse(file, text), name, uses.lists))
    .map(({ file }) => file);
}

let read: { file: string; text: string }[] | undefined;

function productFiles() {
  read ??= codeFiles(/\.(tsx?|mjs)$/)
    .filter((file) => PRODUCT.test(file) && !isTest(file))
    .map((file) => ({ file, text: readFileSync(file, "utf8") }));
  return read;
}

function defines(source: ts.SourceFile, name: RegExp, lists: RegExp | undefined): boolean {
  const whole = new RegExp(`^(?:${name.source})$`, name.flags);
  const visit = (node: ts.Node): boolean =>
    ((ts.isStringLiteralLike(node) || ts.isIdentifier(node)) &&
      whole.test(node.text) &&
      isDefinition(node, lists)) ||
    ts.forEachChild(node, (child) => visit(child) || undefined) === true;
  return visit(source);
}

function isDefinition(node: ts.StringLiteralLike | ts.Identifier, lists?: RegExp): boolean {
  const { parent } = node;
  const isKey = ts.isPropertyAssignment(parent) || ts.isPropertySignature(parent);
  if (isKey) return parent.name === node;
  if (ts.isLiteralTypeNode(parent)) return true;
  return ts.isArrayLiteralExpression(parent) && isDefiningList(parent, lists);
}

/** Whether a list says what there is. A list that a function takes is used, except by an enumeration. */
function isDefiningList(list: ts.ArrayLiteralExpression, lists?: RegExp): boolean {
  const owners = ownersOf(list);
  if (owners.some((owner) => hasName(owner) && lists?.test(owner.name.getText()))) return false;
  const call = owners.find((owner) => ts.isCallExpression(owner) || ts.isStatement(owner));
  return !call || !ts.isCallExpression(call) || call.expression.getText().endsWith(".enum");
}

function ownersOf(node: ts.Node): ts.Node[] {
  return ts.isSourceFile(node.parent) ? [] : [node.parent, ...ownersOf(node.parent)];
}

const hasName = (node: ts.Node): node is ts.Node & { name: ts.Node } =>
  (ts.isPropertyAssignment(node) ||
    ts.isVariableDeclaration(node) ||
    ts.isFunctionDeclaration(node)) &&
  node.name !== undefined;
