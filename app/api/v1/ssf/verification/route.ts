import { requestVerification } from "@/lib/audit/signals/request-verification";
import { content } from "@/lib/contract/content";
import { VerificationBody } from "@/lib/contract/event-stream";
import { eventStreamExamples } from "@/lib/contract/event-stream-examples";
import { readingScopes } from "@/lib/credentials/scopes";
import { nothing } from "@/lib/http/answers";
import { endpoint } from "@/lib/http/endpoint";
import { resource } from "@/lib/http/resource";

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
