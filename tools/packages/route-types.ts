import { codesOf } from "@/lib/core/http/published-codes";
import type { DescribedOperation, Description } from "@/lib/core/http/published-description";
import { problemFields } from "@/lib/kernel/errors/catalogue";
import { isOfJsonPlane } from "../build/route-files.mjs";

type Described = Pick<Description, "paths" | "components">;

/** Returns types that the generator of types omits: the types of each route, and the status of each code.
 *  @param types the generated types, which must have a type for each name that is used here */
export function routeTypes(document: Described, types: string): string {
  const routes = Object.entries(document.paths)
    .filter(([path]) => isOfJsonPlane(path))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => routeType(method, path, operation)),
    );
  for (const name of routes.flatMap(({ names }) => names))
    if (!types.includes(`export type ${name} = `)) throw new Error(`No type is called ${name}`);
  const codes = [...codesByStatus(document)].sort(([a], [b]) => (a < b ? -1 : 1));
  const taken = [...new Set(["Problem", ...routes.flatMap(({ names }) => names)])];
  const fields = Object.entries(problemFields).map(([code, of]) => {
    const names = Object.keys(of).map((name) => JSON.stringify(name));
    return `  ${code}: Required<Pick<Problem, ${names.join(" | ")}>>;`;
  });
  return [
    "// Written by `npm run generate` from the description of the API.",
    `import type {\n${taken.map((name) => `  ${name},\n`).join("")}} from "./types.js";`,
    "",
    "/** Every route of the JSON planes, with what it takes and answers. */",
    `export interface Routes {\n${routes.map(({ line }) => line).join("\n")}\n}`,
    "",
    "/** Every published code of a problem, with the status that it comes with. */",
    `export interface ProblemStatus {\n${codes.map(([code, statuses]) => `  ${code}: ${[...statuses].join(" | ")};`).join("\n")}\n}`,
    "",
    "/** What a problem has beside what all have, by its code. */",
    `export interface ProblemFields {\n${fields.join("\n")}\n}`,
    "",
  ].join("\n");
}

function routeType(method: string, path: string, { operationId, summary }: DescribedOperation) {
  const stem = operationId.charAt(0).toUpperCase() + operationId.slice(1);
  const names = [`${stem}Data`, `${stem}Responses`];
  const line = `  /** ${summary} */\n  "${method.toUpperCase()} ${path}": { data: ${names[0]}; answer: ${names[1]}[keyof ${names[1]}] };`;
  return { names, line };
}

function codesByStatus({ paths, components }: Described): Map<string, Set<number>> {
  const found = new Map<string, Set<number>>();
  for (const [path, methods] of Object.entries(paths)) {
    if (!isOfJsonPlane(path)) continue;
    for (const { responses } of Object.values(methods))
      for (const [status, answer] of Object.entries(responses))
        if (status >= "400")
          for (const code of codesOf(answer, components.schemas, "code"))
            found.set(code, (found.get(code) ?? new Set()).add(Number(status)));
  }
  return found;
}
