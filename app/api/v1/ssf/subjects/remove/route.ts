import { removeSubject } from "@/lib/audit/signals/change-subjects";
import { content } from "@/lib/contract/content";
import { namedUserOf, RemovedSubjectBody } from "@/lib/contract/event-stream";
import { eventStreamExamples } from "@/lib/contract/event-stream-examples";
import { readingScopes } from "@/lib/credentials/scopes";
import { nothing } from "@/lib/http/answers";
import { endpoint } from "@/lib/http/endpoint";
import { resource } from "@/lib/http/resource";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: endpoint({
    id: "removeEventStreamSubject",
    tag: "Shared Signals",
    summary: "Remove a subject from a stream",
    description:
      "The stream says nothing of the user from the next event on. An address stands for the user who has it, whatever address the user has later. Whether there is such a user is not told.",
    caller: "machine",
    scope: "users:read",
    moreScopes: readingScopes,
    body: content(RemovedSubjectBody, eventStreamExamples.removed),
    answers: { empty: nothing("Taken.") },
    refusals: ["missing", "conflict"],
    handle: async ({ caller, body, empty }) => {
      await removeSubject(caller, body.streamId, namedUserOf(body.subject));
      return empty();
    },
  }),
});
