// Writes the input of generators of clients in other languages: the description without its errors, which the
// hand-written layer raises, and the rules of the TypeScript client. Run by ./generate.ts in a process with a
// configuration.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { apiRoutes } from "@/generated/api-routes";
import { openApiDocument } from "@/lib/core/http/openapi";
import { operationsOf } from "@/lib/core/http/operation";
import { isOfJsonPlane } from "../build/route-files.mjs";
import { clientRules, goRules, publishedCodes, pythonRules } from "./client-rules";
import { asOpenApi30 } from "./openapi-3-0";

interface Operation {
  responses: Record<string, unknown>;
  security?: unknown;
}

const into = process.argv[2] ?? "generated/foreign";
const document = JSON.parse(JSON.stringify(openApiDocument(operationsOf(apiRoutes))));
const described: [string, Record<string, Operation>][] = Object.entries(document.paths);
const paths = Object.fromEntries(
  described
    .filter(([path]) => isOfJsonPlane(path))
    .map(([path, methods]) => [path, Object.fromEntries(Object.entries(methods).map(answered))]),
);

/** Reduces an operation to its answers. The hand-written layer knows its caller. */
function answered([method, { security: _, ...operation }]: [string, Operation]) {
  const answers = Object.entries(operation.responses).filter(([status]) => status.startsWith("2"));
  return [method, { ...operation, responses: Object.fromEntries(answers) }];
}

const routes = readFileSync("packages/client/src/generated/routes.ts", "utf8");
const rules = clientRules(paths, publishedCodes(routes));
const { securitySchemes: _, ...components } = document.components;
const bare = { ...document, paths, components };

write(join(into, "openapi-3.1.json"), JSON.stringify(bare));
write(join(into, "openapi-3.0.json"), JSON.stringify(asOpenApi30(bare)));
write("packages/python/src/atrium/generated/rules.py", pythonRules(rules));
write("packages/python/src/atrium/generated/__init__.py", "");
write("packages/go/rules.gen.go", goRules(rules));

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
