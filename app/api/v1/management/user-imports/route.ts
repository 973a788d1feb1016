import { NDJSON } from "@/lib/core/contract/content";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { resource } from "@/lib/core/http/resource";
import {
  UserImportLine,
  UserImportList,
  UserImportQuery,
  UserImportResource,
  userImportList,
  userImportResponse,
  validateLine,
} from "@/lib/features/migration/contract/user-import";
import { userImportExamples } from "@/lib/features/migration/contract/user-import-examples";
import { arrivingLines } from "@/lib/features/migration/import/arriving-lines";
import { receiveUsers } from "@/lib/features/migration/import/receive-users";
import { listImports } from "@/lib/features/migration/import/user-import-store";
import { inBatch } from "@/lib/kernel/db/batch";

/** A gibibyte. */
const MOST_BYTES = 1024 ** 3;

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: endpoint({
    id: "listUserImports",
    tag: "Users",
    summary: "List the imports of users",
    description: "The newest first. An import is listed for a month after its end.",
    caller: "machine",
    scope: "users:read",
    answers: { ok: answer(UserImportList, userImportExamples.list, "The full set.") },
    handle: async ({ caller, ok }) => ok(userImportList(await inBatch(caller, listImports))),
  }),
  POST: endpoint({
    id: "importUsers",
    tag: "Users",
    summary: "Import users",
    description: `One user a line (${NDJSON}), up to a gibibyte. The answer comes when all lines have arrived; a worker then applies them. A line is taken whole or refused whole, and a line that is refused keeps no other from being taken. The same lines sent again change nothing. Up to three imports of an environment may be under way.`,
    caller: "machine",
    scope: "users:write",
    query: UserImportQuery,
    lines: { schema: UserImportLine, example: userImportExamples.line, most: MOST_BYTES },
    answers: {
      accepted: answer(UserImportResource, userImportExamples.started, "The import, which runs."),
    },
    refusals: ["conflict", "unprocessable", "service_overloaded"],
    handle: async ({ caller, query, request, accepted }) => {
      const lines = arrivingLines(request, MOST_BYTES, validateLine);
      return accepted(userImportResponse(await receiveUsers(caller, query, lines)));
    },
  }),
});
