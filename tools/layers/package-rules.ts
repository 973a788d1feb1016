import type { Finding } from "./finding";
import { importsOf } from "./import-graph";
import { parsed } from "./parsed";

/** Imports that each package may have besides its own files: others install it, so it contains no part of the
 *  service. */
const allowed: Record<string, RegExp> = {
  // Runs wherever the web's own globals exist: no Node, and one package. Its command line is a program.
  client: /^jose$/,
  "client/src/command-line": /^node:(fs\/promises|os|path)$/,
  express: /^(@atrium\/client(\/\w+)?|node:(http|stream))$/,
  // It starts the service as a process of its own.
  testing: /^node:(child_process|fs|fs\/promises|os|path)$/,
  next: /^(@atrium\/client(\/\w+)?|next\/\w+)$/,
};

/** Finds forbidden imports by the source of packages/, and imports of packages/ by the service. */
export function packageFindings(files: string[]): Finding[] {
  return files.flatMap((file) =>
    importsOf(parsed(file)).flatMap(({ specifier }) => findingOf(file, specifier) ?? []),
  );
}

/** @param file of packages/, or of the service */
export function findingOf(file: string, specifier: string): Finding | null {
  const problem = `imports ${specifier}`;
  const [, name] = /^packages\/([^/]+)\/src\//.exec(file) ?? [];
  if (name === undefined) {
    if (!specifier.startsWith("@atrium/")) return null;
    const instead = "the service does not call itself: call the use case";
    return { file, problem, instead };
  }
  const program = /^packages\/([^/]+\/src\/command-line)\//.exec(file)?.[1] ?? name;
  const isAllowed = [name, program].some((one) => allowed[one]?.test(specifier));
  if (isWithin(file, specifier, `packages/${name}/src/`) || isAllowed) return null;
  const instead =
    "what others install may import its own files and what tools/layers/package-rules.ts names";
  return { file, problem, instead };
}

function isWithin(file: string, specifier: string, folder: string): boolean {
  // A package is compiled file by file: Node resolves no import without its ending.
  if (!/^\.\.?\/.*\.js$/.test(specifier)) return false;
  return new URL(specifier, `file:///${file}`).pathname.startsWith(`/${folder}`);
}
