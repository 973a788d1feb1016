import { content } from "@/lib/core/contract/content";
import { readingScopes } from "@/lib/core/credentials/scopes";
import { nothing } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { resource } from "@/lib/core/http/resource";
import { VerificationBody } from "@/lib/features/shared-signals/contract/event-stream";
import { eventStreamExamples } from "@/lib/features/shared-signals/contract/event-stream-examples";
import { requestVerification } from "@/lib/features/shared-signals/request-verification";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: endpoint({
    id: "verifyEventStream",
    tag: "Shared Signals",
    summary: "Have a stream deliver a verification event",
    description:
      "The event comes with the next poll, behind what waits already, and gives `state` back. A stream is verified at most every ten seconds.",
    caller: "machine",
    scope: "users:read",
    moreScopes: readingScopes,
    body: content(VerificationBody, eventStreamExamples.verification),
    answers: { empty: nothing("The event waits.") },
    refusals: ["missing", "conflict", "rate_limited"],
    handle: async ({ caller, body, empty }) => {
      await requestVerification(caller, body.streamId, body.state ?? null);
      return empty();
    },
  }),
});
