// Writes the published description of the API: what `GET /api/v1/openapi.json` answers. The global setup runs this in a process with a
// configuration.
import { writeFileSync } from "node:fs";
import { apiRoutes } from "@/generated/api-routes";
import { openApiDocument } from "@/lib/http/openapi";
import { operationsOf } from "@/lib/http/operation";

writeFileSync(process.argv[2] ?? "", JSON.stringify(openApiDocument(operationsOf(apiRoutes))));
