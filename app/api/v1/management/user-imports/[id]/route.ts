import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { ids } from "@/lib/core/http/path-ids";
import { resource } from "@/lib/core/http/resource";
import {
  UserImportResource,
  userImportResponse,
} from "@/lib/features/migration/contract/user-import";
import { userImportExamples } from "@/lib/features/migration/contract/user-import-examples";
import { findImport } from "@/lib/features/migration/import/user-import-store";
import { inBatch } from "@/lib/kernel/db/batch";
import { missing } from "@/lib/kernel/errors";

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
