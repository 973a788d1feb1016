import { readFileSync } from "node:fs";
import ts from "typescript";

const parsedBefore = new Map<string, ts.SourceFile>();

/** Parses a file. Several rules read the same files, so that each is parsed once. */
export function parsed(file: string): ts.SourceFile {
  const known = parsedBefore.get(file);
  if (known) return known;
  const source = parse(file, readFileSync(file, "utf8"));
  parsedBefore.set(file, source);
  return source;
}

/** Parses a text as if it were the file of this name. */
export function parse(file: string, text: string): ts.SourceFile {
  const kind = file.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  return ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind);
}

/** Returns the line of a node, counted from one. */
export function lineOf(node: ts.Node): number {
  return node.getSourceFile().getLineAndCharacterOfPosition(node.getStart()).line + 1;
}

/** Lists a node and all nodes within it, in the order of the text. */
export function nodesOf(root: ts.Node): ts.Node[] {
  const nodes: ts.Node[] = [];
  const visit = (node: ts.Node) => {
    nodes.push(node);
    ts.forEachChild(node, visit);
  };
  visit(root);
  return nodes;
}
