import { ApiDescription } from "@/lib/core/contract/api-description";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { openApiDocument } from "@/lib/core/http/openapi";
import { operationsOf } from "@/lib/core/http/operation";
import { resource } from "@/lib/core/http/resource";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: endpoint({
    id: "readDescription",
    tag: "Description",
    summary: "Read this description",
    description: "OpenAPI 3.1, made of the declarations that parse requests and shape answers.",
    caller: "anyone",
    answers: { ok: answer(ApiDescription, { openapi: "3.1.0", paths: {} }, "OpenAPI 3.1.") },
    handle: async ({ ok }) => {
      // Imported late, because this file is one of those that are described.
      const { apiRoutes } = await import("@/generated/api-routes");
      const document = openApiDocument(operationsOf(apiRoutes));
      return ok(document, { "cache-control": "public, max-age=300" });
    },
  }),
});
