import { content } from "@/lib/core/contract/content";
import { readingScopes } from "@/lib/core/credentials/scopes";
import { nothing } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { resource } from "@/lib/core/http/resource";
import { removeSubject } from "@/lib/features/shared-signals/change-subjects";
import {
  namedUserOf,
  RemovedSubjectBody,
} from "@/lib/features/shared-signals/contract/event-stream";
import { eventStreamExamples } from "@/lib/features/shared-signals/contract/event-stream-examples";

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
