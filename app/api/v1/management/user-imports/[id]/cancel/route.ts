import { noBody } from "@/lib/core/contract/content";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { ids } from "@/lib/core/http/path-ids";
import { resource } from "@/lib/core/http/resource";
import {
  UserImportResource,
  userImportResponse,
} from "@/lib/features/migration/contract/user-import";
import { userImportExamples } from "@/lib/features/migration/contract/user-import-examples";
import { cancelUserImport } from "@/lib/features/migration/import/cancel-user-import";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: endpoint({
    id: "cancelUserImport",
    tag: "Users",
    summary: "Cancel an import",
    description:
      "Users whose lines were applied stay. Cancelling an import again changes nothing; cancelling one that is over is a 409.",
    caller: "machine",
    scope: "users:write",
    params: ids("id"),
    body: noBody,
    answers: { ok: answer(UserImportResource, userImportExamples.cancelled, "The import.") },
    refusals: ["conflict"],
    handle: async ({ caller, params, ok }) =>
      ok(userImportResponse(await cancelUserImport(caller, params.id))),
  }),
});
