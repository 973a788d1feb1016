import { readingScopes } from "@/lib/core/credentials/scopes";
import { listOrLines } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { resource } from "@/lib/core/http/resource";
import {
  AuditEventList,
  AuditEventQuery,
  eventFilter,
  LONGEST_WAIT_SECONDS,
  loggedAuditEvents,
  nextLink,
} from "@/lib/features/audit-log/contract/audit-event";
import { auditEventExamples } from "@/lib/features/audit-log/contract/audit-event-examples";
import { followEvents } from "@/lib/features/audit-log/log/follow-log";
import { longestWaitMs } from "@/lib/features/audit-log/log/wait-for-news";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: endpoint({
    id: "listAuditEvents",
    tag: "Audit",
    summary: "Follow what happens",
    description:
      "Streams the events of the credential's environment that match, in the order of the tenant's log: whoever asks for what comes after the last `sequence` that they have misses nothing and sees nothing twice. With `Accept: application/x-ndjson` an event is a line. Where nothing is there, `wait` has the answer come once something is, or empty when the time is over. `Link` says where to go on once the whole answer is read; after one that was cut off, go on after the last event that arrived.",
    caller: "machine",
    scope: "users:read",
    moreScopes: readingScopes,
    query: AuditEventQuery,
    answers: { ok: listOrLines(AuditEventList, auditEventExamples.list, "What matches.") },
    answerHeaders: { link: "The same question after everything that this answer looked at." },
    refusals: ["conflict"],
    waitsMs: LONGEST_WAIT_SECONDS * 1000,
    handle: async ({ caller, query, request, aside, ok }) => {
      const { after = -1, wait = 0 } = query;
      const until = performance.now() + Math.min(wait * 1000, longestWaitMs());
      const longPoll = wait > 0 ? { aside, signal: request.signal, until } : null;
      const filter = eventFilter(query, caller.environmentId);
      const { pieces, lookedTo } = await followEvents(caller, filter, after, longPoll);
      return ok({
        pieces: loggedAuditEvents(pieces, caller.tenantPublicId),
        request,
        headers: { link: nextLink(request.url, lookedTo) },
      });
    },
  }),
});
