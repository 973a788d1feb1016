import { existsSync, statSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import ts from "typescript";
import { lineOf, nodesOf, parsed } from "./parsed";

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

type Import = { specifier: string; line: number; isType: boolean; isDynamic: boolean };

/** Returns the imports of a file: declarations, exports from elsewhere, and `import()`, as an expression or
 *  as a type. */
export function importsOf(source: ts.SourceFile): Import[] {
  return nodesOf(source).flatMap((node) => {
    const [specifier, isType = false, isDynamic = false] = importIn(node);
    if (!specifier || !ts.isStringLiteralLike(specifier)) return [];
    return [{ specifier: specifier.text, line: lineOf(node), isType, isDynamic }];
  });
}

function importIn(node: ts.Node): [specifier?: ts.Node, isType?: boolean, isDynamic?: boolean] {
  if (ts.isImportDeclaration(node)) return [node.moduleSpecifier, bindsTypesAlone(node)];
  if (ts.isExportDeclaration(node)) return [node.moduleSpecifier, node.isTypeOnly];
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument))
    return [node.argument.literal, true];
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
    return [node.arguments[0], false, true];
  return [];
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

/** Finds circles: each as the names on it, the first of them at its end too.
 *  @param imports names that each name imports */
export function circles(imports: ReadonlyMap<string, readonly string[]>): string[][] {
  const found: string[][] = [];
  const done = new Set<string>();
  const visit = (name: string, path: string[]) => {
    const start = path.indexOf(name);
    if (start >= 0) found.push([...path.slice(start), name]);
    if (start >= 0 || done.has(name)) return;
    for (const next of imports.get(name) ?? []) visit(next, [...path, name]);
    done.add(name);
  };
  for (const name of imports.keys()) visit(name, []);
  return found;
}
