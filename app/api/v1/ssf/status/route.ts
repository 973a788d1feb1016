import { content } from "@/lib/core/contract/content";
import { readingScopes } from "@/lib/core/credentials/scopes";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { resource } from "@/lib/core/http/resource";
import { changeStatus } from "@/lib/features/shared-signals/change-status";
import {
  assertSameStream,
  EventStreamStatus,
  EventStreamStatusBody,
  eventStreamStatus,
  namedStream,
  StreamQuery,
} from "@/lib/features/shared-signals/contract/event-stream";
import { eventStreamExamples } from "@/lib/features/shared-signals/contract/event-stream-examples";
import { readStream } from "@/lib/features/shared-signals/read-stream";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: endpoint({
    id: "readEventStreamStatus",
    tag: "Shared Signals",
    summary: "Read the status of a stream",
    description:
      "Only the receiver changes the status; a stream that nobody polls or changes for thirty days ends.",
    caller: "machine",
    scope: "users:read",
    moreScopes: readingScopes,
    query: StreamQuery,
    answers: { ok: answer(EventStreamStatus, eventStreamExamples.status, "The status.") },
    refusals: ["missing"],
    handle: async ({ caller, query, ok }) =>
      ok(eventStreamStatus(await readStream(caller, namedStream(query.streamId)))),
  }),
  POST: endpoint({
    id: "changeEventStreamStatus",
    tag: "Shared Signals",
    summary: "Enable, pause or disable a stream",
    description:
      "A paused stream delivers nothing, and goes on where it was once it is enabled. A disabled one forgets what waits, and what happens meanwhile is not told.",
    caller: "machine",
    scope: "users:read",
    moreScopes: readingScopes,
    query: StreamQuery,
    body: content(EventStreamStatusBody, eventStreamExamples.status),
    answers: { ok: answer(EventStreamStatus, eventStreamExamples.status, "The status.") },
    refusals: ["missing"],
    handle: async ({ caller, query, body, ok }) => {
      const { streamId, status, reason = null } = body;
      assertSameStream(query.streamId, streamId);
      return ok(eventStreamStatus(await changeStatus(caller, streamId, { status, reason })));
    },
  }),
});
