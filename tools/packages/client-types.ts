// Writes the types of the client from our own description: packages/client/src/generated. Run by `npm run
// generate`.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@hey-api/openapi-ts";
import { apiRoutes } from "@/generated/api-routes";
import { openApiDocument } from "@/lib/core/http/openapi";
import { operationsOf } from "@/lib/core/http/operation";
import { routeTypes } from "./route-types";

const folder = mkdtempSync(join(tmpdir(), "atrium-client-types-"));
try {
  const document = JSON.parse(JSON.stringify(openApiDocument(operationsOf(apiRoutes))));
  const input = join(folder, "openapi.json");
  writeFileSync(input, JSON.stringify(document));
  await createClient({
    input,
    output: { path: join(folder, "out"), clean: true },
    plugins: ["@hey-api/typescript"],
    logs: { level: "error", file: false },
  });
  const types = readFileSync(join(folder, "out/types.gen.ts"), "utf8");
  const into = process.argv[2] ?? "packages/client/src/generated";
  writeFileSync(join(into, "types.ts"), types);
  writeFileSync(join(into, "routes.ts"), routeTypes(document, types));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
