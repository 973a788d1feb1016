import { noBody } from "@/lib/contract/content";
import { UserImportResource, userImportResponse } from "@/lib/contract/user-import";
import { userImportExamples } from "@/lib/contract/user-import-examples";
import { answer } from "@/lib/http/answers";
import { endpoint } from "@/lib/http/endpoint";
import { ids } from "@/lib/http/path-ids";
import { resource } from "@/lib/http/resource";
import { cancelUserImport } from "@/lib/users/import/cancel-user-import";

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
