import { readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { join } from "node:path";
import ts from "typescript";
import type { Finding } from "./finding";

const INSTEAD =
  "it runs before npm ci: import Node's own modules alone, and load the rest once it is installed";

/** Lists entries that run before anything is installed: each file that Node runs in a script of package.json,
 *  in .ci, in README's commands and as the checkout's own program.
 *  @param root the checkout */
export function entriesOf(root: string): string[] {
  const read = (file: string) => readFileSync(join(root, file), "utf8");
  const { scripts, bin } = JSON.parse(read("package.json"));
  const lines = [...Object.values<string>(scripts), read(".ci/run"), read("README.md")].join("\n");
  const run = [...lines.matchAll(/\bnode (tools\/\S+\.mjs)\b/g)].map(([, file]) => String(file));
  return [...new Set([...run, ...Object.values<string>(bin)])].sort();
}

/** Finds imports that an empty clone could not resolve: static ones of an entry and of all files below it,
 *  and the entry's own dynamic ones after it has checked Node's version.
 *  @param entry relative to the root */
export function entryFindings(root: string, entry: string): Finding[] {
  const seen = new Set<string>();
  const findings: Finding[] = [];
  const visit = (file: string) => {
    if (seen.has(file)) return;
    seen.add(file);
    for (const { specifier, line, late } of importsIn(root, file)) {
      if (late && file !== entry) continue;
      if (specifier.startsWith(".")) visit(join(file, "..", specifier));
      else if (!isBuiltin(specifier))
        findings.push({ file, line, problem: `${entry} imports ${specifier}`, instead: INSTEAD });
    }
  };
  visit(entry);
  return findings;
}

interface Import {
  specifier: string;
  line: number;
  /** Whether it is loaded while the file runs. */
  late: boolean;
}

function importsIn(root: string, file: string): Import[] {
  const text = readFileSync(join(root, file), "utf8");
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.JS);
  const found: Import[] = [];
  const note = (node: ts.Node, name: ts.Expression | undefined, late: boolean) => {
    if (!name || !ts.isStringLiteral(name)) return;
    const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
    found.push({ specifier: name.text, line, late });
  };
  const visit = (node: ts.Node) => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node))
      note(node, node.moduleSpecifier, false);
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      note(node, node.arguments[0], true);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}
