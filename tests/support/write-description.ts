// Writes the published description of the API: what `GET /api/v1/openapi.json` answers. The global setup runs
// this in a process with a configuration.
import { writeFileSync } from "node:fs";
import { apiRoutes } from "@/generated/api-routes";
import { openApiDocument } from "@/lib/core/http/openapi";
import { operationsOf } from "@/lib/core/http/operation";

writeFileSync(process.argv[2] ?? "", JSON.stringify(openApiDocument(operationsOf(apiRoutes))));
