import { callerOf } from "@/packages/client/src/atrium";
import { isRepeatable } from "@/packages/client/src/retries";

/** Rules of the hand-written layer of every client, taken from the TypeScript client. */
export interface ClientRules {
  /** Routes that the tenant's secret calls. */
  tenantPaths: string[];
  /** POSTs that may be sent again when it is unknown whether they succeeded. */
  repeatablePosts: string[];
  /** Published codes of problems. */
  codes: string[];
}

/** Returns the rules for the routes of a description.
 *  @param codes published codes, as the client's types have them */
export function clientRules(
  paths: Record<string, Record<string, unknown>>,
  codes: string[],
): ClientRules {
  const all = Object.keys(paths).sort();
  const tenantPaths = all.filter((path) => callerOf(path) === "tenant");
  const repeatablePosts = all.filter(
    (path) => "post" in Object(paths[path]) && isRepeatable("POST", path),
  );
  const templated = [...tenantPaths, ...repeatablePosts].find((path) => path.includes("{"));
  // Both are compared whole.
  if (templated) throw new Error(`A rule must name a path without ids: ${templated}`);
  return { tenantPaths, repeatablePosts, codes };
}

/** Returns the published codes of problems.
 *  @param routes the client's types of routes and problems, `packages/client/src/generated/routes.ts`
 *  @throws Error when they have no codes */
export function publishedCodes(routes: string): string[] {
  const [, statuses] = /^export interface ProblemStatus \{\n(.*?)^\}/ms.exec(routes) ?? [];
  if (!statuses) throw new Error("The client's types have no ProblemStatus");
  return [...statuses.matchAll(/^ {2}(\w+):/gm)].map(([, code]) => code ?? "");
}

const HEAD = "Written by `npm run build -- python go` from the description of the API.";

/** Returns the rules as a module of Python. */
export function pythonRules({ tenantPaths, repeatablePosts, codes }: ClientRules): string {
  const set = (name: string, values: string[]) =>
    `${name}: frozenset[str] = frozenset(\n    (\n${values.map((one) => `        "${one}",\n`).join("")}    )\n)\n`;
  return `"""${HEAD}"""

from typing import Literal, TypeAlias

${set("TENANT_PATHS", tenantPaths)}
${set("REPEATABLE_POSTS", repeatablePosts)}
ProblemCode: TypeAlias = Literal[
${codes.map((code) => `    "${code}",\n`).join("")}]
"""A code that the service publishes."""
`;
}

/** Returns the rules as a file of Go. */
export function goRules({ tenantPaths, repeatablePosts, codes }: ClientRules): string {
  const set = (name: string, values: string[]) =>
    `var ${name} = map[string]bool{\n${values.map((one) => `\t"${one}": true,\n`).join("")}}\n`;
  const camel = (code: string) =>
    code.replace(/(^|_)([a-z])/g, (_, __, letter: string) => letter.toUpperCase());
  return `// ${HEAD} DO NOT EDIT.

package atrium

${set("tenantPaths", tenantPaths)}
${set("repeatablePosts", repeatablePosts)}
// The codes that the service publishes.
const (
${codes.map((code) => `\tCode${camel(code)} Code = "${code}"\n`).join("")})
`;
}
