import { content } from "@/lib/core/contract/content";
import { readingScopes } from "@/lib/core/credentials/scopes";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { ids } from "@/lib/core/http/path-ids";
import { resource } from "@/lib/core/http/resource";
import {
  PollBody,
  PolledEvents,
  polledEvents,
  pollOf,
} from "@/lib/features/shared-signals/contract/event-stream";
import { eventStreamExamples } from "@/lib/features/shared-signals/contract/event-stream-examples";
import { LONGEST_WAIT_MS, pollAndWait } from "@/lib/features/shared-signals/poll-and-wait";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: endpoint({
    id: "pollEventStream",
    tag: "Shared Signals",
    summary: "Take and acknowledge security events",
    description:
      "Poll delivery (RFC 8936). `sets` has at most `maxEvents` signed tokens by their `jti`, never more than 100. A token that is not acknowledged (`ack`, `setErrs`) comes again with the same `jti`. Where nothing waits, the answer waits up to fifty seconds for something, unless `returnImmediately` is true.",
    caller: "machine",
    scope: "users:read",
    moreScopes: readingScopes,
    params: ids("stream_id"),
    body: content(PollBody, eventStreamExamples.poll),
    answers: {
      ok: answer(PolledEvents, eventStreamExamples.polled, "What waits, the oldest first."),
    },
    waitsMs: LONGEST_WAIT_MS,
    handle: async ({ caller, params, body, request, aside, ok }) => {
      const longPoll = body.returnImmediately ? null : { aside, signal: request.signal };
      return ok(polledEvents(await pollAndWait(caller, params.streamId, pollOf(body), longPoll)));
    },
  }),
});
