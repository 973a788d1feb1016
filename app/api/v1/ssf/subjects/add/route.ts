import { content } from "@/lib/core/contract/content";
import { readingScopes } from "@/lib/core/credentials/scopes";
import { nothing } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { resource } from "@/lib/core/http/resource";
import { addSubject } from "@/lib/features/shared-signals/change-subjects";
import { AddedSubjectBody, namedUserOf } from "@/lib/features/shared-signals/contract/event-stream";
import { eventStreamExamples } from "@/lib/features/shared-signals/contract/event-stream-examples";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: endpoint({
    id: "addEventStreamSubject",
    tag: "Shared Signals",
    summary: "Add a subject to a stream",
    description:
      "Every stream begins with all users of the environment. Adding one that was removed has the stream speak of the user again. Whether there is such a user is not told.",
    caller: "machine",
    scope: "users:read",
    moreScopes: readingScopes,
    body: content(AddedSubjectBody, eventStreamExamples.added),
    answers: { ok: nothing("Taken.") },
    refusals: ["missing"],
    handle: async ({ caller, body, ok }) => {
      await addSubject(caller, body.streamId, namedUserOf(body.subject));
      return ok();
    },
  }),
});
