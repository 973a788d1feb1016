import { content } from "@/lib/core/contract/content";
import { readingScopes } from "@/lib/core/credentials/scopes";
import { answer, nothing } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { resource } from "@/lib/core/http/resource";
import { changeStream } from "@/lib/features/shared-signals/change-stream";
import {
  assertSupplied,
  EventStreamChangesBody,
  EventStreamOrList,
  EventStreamResource,
  eventStreamResponse,
  NewEventStreamBody,
  namedStream,
  StreamQuery,
  suppliedSettings,
} from "@/lib/features/shared-signals/contract/event-stream";
import { eventStreamExamples } from "@/lib/features/shared-signals/contract/event-stream-examples";
import { createStream } from "@/lib/features/shared-signals/create-stream";
import { deleteStream } from "@/lib/features/shared-signals/delete-stream";
import { readStream } from "@/lib/features/shared-signals/read-stream";
import type { SignalStream } from "@/lib/features/shared-signals/stream";
import { listStreams } from "@/lib/features/shared-signals/stream-store";
import { inBatch } from "@/lib/kernel/db/batch";

const theStream = answer(EventStreamResource, eventStreamExamples.stream, "The stream.");

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: endpoint({
    id: "readEventStreams",
    tag: "Shared Signals",
    summary: "Read a stream, or list all of the receiver's",
    description:
      "With `stream_id` the stream itself, without it a list of all streams of the credential that asks.",
    caller: "machine",
    scope: "users:read",
    moreScopes: readingScopes,
    query: StreamQuery,
    answers: {
      ok: answer(EventStreamOrList, eventStreamExamples.stream, "The stream, or the list."),
    },
    refusals: ["missing"],
    handle: async ({ caller, query, ok }) => {
      if (query.streamId !== undefined)
        return ok(eventStreamResponse(await readStream(caller, query.streamId)));
      const streams = await inBatch(caller, (db) => listStreams(db, caller.credentialId));
      return ok(streams.map(eventStreamResponse));
    },
  }),
  POST: endpoint({
    id: "createEventStream",
    tag: "Shared Signals",
    summary: "Create a stream",
    description:
      "The stream tells of what happens from now on to every user of the credential's environment. The credential that creates a stream is its receiver: no other sees it.",
    caller: "machine",
    scope: "users:read",
    moreScopes: readingScopes,
    body: content(NewEventStreamBody, eventStreamExamples.wanted),
    answers: { created: theStream },
    refusals: ["conflict"],
    handle: async ({ caller, body, created }) =>
      created(eventStreamResponse(await createStream(caller, suppliedSettings(body)))),
  }),
  PATCH: endpoint({
    id: "changeEventStream",
    tag: "Shared Signals",
    summary: "Change what the receiver supplies of a stream",
    description: "Fields that are absent stay as they are.",
    caller: "machine",
    scope: "users:read",
    moreScopes: readingScopes,
    body: content(EventStreamChangesBody, eventStreamExamples.changes),
    answers: { ok: theStream },
    refusals: ["missing"],
    handle: async ({ caller, body, ok }) => {
      const { streamId, description, eventsRequested } = body;
      const changes = {
        ...(description !== undefined && { description }),
        ...(eventsRequested !== undefined && { eventsRequested }),
      };
      const check = (before: SignalStream) => assertSupplied(body, before);
      return ok(eventStreamResponse(await changeStream(caller, streamId, changes, check)));
    },
  }),
  PUT: endpoint({
    id: "replaceEventStream",
    tag: "Shared Signals",
    summary: "Replace what the receiver supplies of a stream",
    description: "Fields that are absent are taken away.",
    caller: "machine",
    scope: "users:read",
    moreScopes: readingScopes,
    body: content(EventStreamChangesBody, eventStreamExamples.changes),
    answers: { ok: theStream },
    refusals: ["missing"],
    handle: async ({ caller, body, ok }) => {
      const check = (before: SignalStream) => assertSupplied(body, before);
      const settings = suppliedSettings(body);
      return ok(eventStreamResponse(await changeStream(caller, body.streamId, settings, check)));
    },
  }),
  DELETE: endpoint({
    id: "deleteEventStream",
    tag: "Shared Signals",
    summary: "Delete a stream",
    description: "What waits in the stream is gone with it.",
    caller: "machine",
    scope: "users:read",
    moreScopes: readingScopes,
    query: StreamQuery,
    answers: { empty: nothing("Deleted.") },
    refusals: ["missing"],
    handle: async ({ caller, query, empty }) => {
      await deleteStream(caller, namedStream(query.streamId));
      return empty();
    },
  }),
});
