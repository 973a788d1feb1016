import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import ts from "typescript";

/** What a file imports: files of ours relative to the root, packages by their specifier. */
export type ImportGraph = Map<string, { ours: string[]; packages: string[] }>;

/** Reads the imports, type imports included, of every file given. */
export function importGraph(files: string[]): ImportGraph {
  const graph: ImportGraph = new Map();
  for (const file of files) {
    const { importedFiles } = ts.preProcessFile(readFileSync(file, "utf8"), true, true);
    const specifiers = [...new Set(importedFiles.map((imported) => imported.fileName))];
    const resolved = specifiers.map((specifier) => ({
      specifier,
      own: resolveOwn(file, specifier),
    }));
    graph.set(file, {
      ours: resolved.flatMap(({ own }) => own ?? []),
      packages: resolved.filter(({ own }) => !own).map(({ specifier }) => specifier),
    });
  }
  return graph;
}

function resolveOwn(from: string, specifier: string): string | undefined {
  const base = specifier.startsWith("@/")
    ? specifier.slice(2)
    : specifier.startsWith(".")
      ? normalize(join(dirname(from), specifier))
      : undefined;
  if (base === undefined) return undefined;
  const candidates = [base, `${base}.ts`, `${base}.tsx`, `${base}/index.ts`];
  // What does not exist yet (generated code) is still ours: it keeps its name.
  return candidates.find((path) => existsSync(path) && statSync(path).isFile()) ?? base;
}

/** Every circle among the files, as the files on it, each circle once. */
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
