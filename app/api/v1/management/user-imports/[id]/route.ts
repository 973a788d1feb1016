import { UserImportResource, userImportResponse } from "@/lib/contract/user-import";
import { userImportExamples } from "@/lib/contract/user-import-examples";
import { inBatch } from "@/lib/db/batch";
import { missing } from "@/lib/errors";
import { answer } from "@/lib/http/answers";
import { endpoint } from "@/lib/http/endpoint";
import { ids } from "@/lib/http/path-ids";
import { resource } from "@/lib/http/resource";
import { findImport } from "@/lib/users/import/user-import-store";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: endpoint({
    id: "readUserImport",
    tag: "Users",
    summary: "Read an import and how far it has come",
    caller: "machine",
    scope: "users:read",
    params: ids("id"),
    answers: { ok: answer(UserImportResource, userImportExamples.started, "The import.") },
    handle: async ({ caller, params, ok }) => {
      const found = await inBatch(caller, (db) => findImport(db, params.id));
      if (!found) throw missing();
      return ok(userImportResponse(found));
    },
  }),
});
