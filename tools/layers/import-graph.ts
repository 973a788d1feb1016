import { existsSync, statSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import ts from "typescript";
import { parsed } from "./parsed";

/** Imports of each file: files of ours relative to the root, packages by their specifier. `loads` are those
 *  of both that are loaded when the file runs: an import of types alone is not. */
export type ImportGraph = Map<string, { ours: string[]; packages: string[]; loads: string[] }>;

/** Reads the imports, type imports included, of all files. */
export function importGraph(files: string[]): ImportGraph {
  const graph: ImportGraph = new Map();
  for (const file of files) {
    const imports = importsOf(parsed(file)).map(({ specifier, isType }) => ({
      specifier,
      isType,
      own: resolveOwn(file, specifier),
    }));
    graph.set(file, {
      ours: distinct(imports.flatMap(({ own }) => own ?? [])),
      packages: distinct(imports.filter(({ own }) => !own).map(({ specifier }) => specifier)),
      loads: distinct(
        imports.filter(({ isType }) => !isType).map(({ own, specifier }) => own ?? specifier),
      ),
    });
  }
  return graph;
}

const distinct = (names: string[]) => [...new Set(names)];

type Import = { specifier: string; isType: boolean };

/** Returns the imports of a file: declarations, exports from elsewhere, and `import()`, as an expression or
 *  as a type. */
export function importsOf(source: ts.SourceFile): Import[] {
  const found: Import[] = [];
  const add = (specifier: ts.Node | undefined, isType: boolean) => {
    if (specifier && ts.isStringLiteralLike(specifier))
      found.push({ specifier: specifier.text, isType });
  };
  const visit = (node: ts.Node) => {
    if (ts.isImportDeclaration(node)) add(node.moduleSpecifier, bindsTypesAlone(node));
    else if (ts.isExportDeclaration(node)) add(node.moduleSpecifier, node.isTypeOnly);
    else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument))
      add(node.argument.literal, true);
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      add(node.arguments[0], false);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function bindsTypesAlone({ importClause }: ts.ImportDeclaration): boolean {
  if (!importClause) return false;
  if (importClause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true;
  const bindings = importClause.namedBindings;
  if (importClause.name || !bindings || !ts.isNamedImports(bindings)) return false;
  return bindings.elements.length > 0 && bindings.elements.every(({ isTypeOnly }) => isTypeOnly);
}

function resolveOwn(from: string, specifier: string): string | undefined {
  const base = specifier.startsWith("@/")
    ? specifier.slice(2)
    : specifier.startsWith(".")
      ? normalize(join(dirname(from), specifier))
      : undefined;
  if (base === undefined) return undefined;
  const candidates = [base, `${base}.ts`, `${base}.tsx`, `${base}/index.ts`];
  // A file of ours that does not exist yet (generated code) keeps its name.
  return candidates.find((path) => existsSync(path) && statSync(path).isFile()) ?? base;
}

/** Finds every circle among the files, as the files on it, each circle once. */
export function circles(graph: ImportGraph): string[][] {
  const found: string[][] = [];
  const done = new Set<string>();
  const visit = (file: string, path: string[]) => {
    const start = path.indexOf(file);
    if (start >= 0) found.push([...path.slice(start), file]);
    if (start >= 0 || done.has(file)) return;
    for (const next of graph.get(file)?.ours ?? []) visit(next, [...path, file]);
    done.add(file);
  };
  for (const file of graph.keys()) visit(file, []);
  return found;
}
