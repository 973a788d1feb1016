import { problemFields } from "@/lib/contract/problem-fields";
import { isOfJsonPlane } from "../host/route-files.mjs";

interface Described {
  paths: Record<string, Record<string, DescribedOperation>>;
  components: { schemas: Record<string, Schema> };
}

interface DescribedOperation {
  operationId?: string;
  summary?: string;
  responses: Record<string, DescribedResponse>;
}

interface DescribedResponse {
  description?: string;
  content?: Record<string, { schema?: Schema }>;
}

interface Schema {
  $ref?: string;
  enum?: string[];
  const?: string;
  properties?: Record<string, Schema>;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
}

/** What the generator of types leaves out: which route has which of them, and which status goes with each code.
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

function routeType(
  method: string,
  path: string,
  { operationId = "", summary }: DescribedOperation,
) {
  const stem = operationId.charAt(0).toUpperCase() + operationId.slice(1);
  const names = [`${stem}Data`, `${stem}Responses`];
  const line = `  /** ${summary ?? operationId} */\n  "${method.toUpperCase()} ${path}": { data: ${names[0]}; answer: ${names[1]}[keyof ${names[1]}] };`;
  return { names, line };
}

function codesByStatus({ paths, components }: Described): Map<string, Set<number>> {
  const found = new Map<string, Set<number>>();
  for (const [path, methods] of Object.entries(paths)) {
    if (!isOfJsonPlane(path)) continue;
    // The three of a login are one enumeration at every status; the description says which of them comes with this one.
    for (const { responses } of Object.values(methods))
      for (const [status, { description = "", content }] of Object.entries(responses))
        for (const code of codesOf(content?.["application/problem+json"]?.schema, components))
          if (description.includes(code))
            found.set(code, (found.get(code) ?? new Set()).add(Number(status)));
  }
  return found;
}

/** The codes that a problem's schema names. The login's three are one enumeration, whatever the status. */
function codesOf(schema: Schema | undefined, components: Described["components"]): string[] {
  if (!schema) return [];
  const parts = [...(schema.allOf ?? []), ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  const code = schema.properties?.code;
  return [
    ...parts.flatMap((part) => codesOf(part, components)),
    ...(code ? namesIn(code, components) : []),
  ];
}

function namesIn(schema: Schema, components: Described["components"]): string[] {
  const named = schema.$ref && components.schemas[schema.$ref.split("/").at(-1) ?? ""];
  const parts = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(named ? [named] : [])];
  const own = [...(schema.enum ?? []), ...(schema.const ? [schema.const] : [])];
  return [...own, ...parts.flatMap((part) => namesIn(part, components))];
}
