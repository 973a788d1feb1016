import { answeredLines } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { ids } from "@/lib/core/http/path-ids";
import { resource } from "@/lib/core/http/resource";
import {
  UserImportProblem,
  userImportProblem,
} from "@/lib/features/migration/contract/user-import";
import { userImportExamples } from "@/lib/features/migration/contract/user-import-examples";
import { readProblems } from "@/lib/features/migration/import/read-problems";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: endpoint({
    id: "listUserImportProblems",
    tag: "Users",
    summary: "Read why lines of an import were not taken",
    description:
      "One problem a line, in the order of the import's lines. The first 10,000 that were found are kept for a month, those of a dry run for a day, and 100,000 of all imports of an environment. Where more lines were refused, the last problem has the code `cut`.",
    caller: "machine",
    scope: "users:read",
    params: ids("id"),
    answers: {
      ok: answeredLines(UserImportProblem, userImportExamples.problem, "The problems."),
    },
    handle: async ({ caller, params, ok }) => {
      const problems = await readProblems(caller, params.id);
      return ok(
        (async function* () {
          for await (const piece of problems) yield piece.map(userImportProblem);
        })(),
      );
    },
  }),
});
