import { findProvableEvent, findTrailEvent } from "@/lib/audit/log/log-reading-store";
import {
  AuditEventResource,
  auditEventResponse,
  SingleAuditEventQuery,
} from "@/lib/contract/audit-event";
import { auditEventExamples } from "@/lib/contract/audit-event-examples";
import { readingScopes } from "@/lib/credentials/scopes";
import { inBatch } from "@/lib/db/batch";
import { missing } from "@/lib/errors";
import { answer } from "@/lib/http/answers";
import { endpoint } from "@/lib/http/endpoint";
import { ids } from "@/lib/http/path-ids";
import { resource } from "@/lib/http/resource";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: endpoint({
    id: "readAuditEvent",
    tag: "Audit",
    summary: "Read an audit event",
    caller: "machine",
    scope: "users:read",
    moreScopes: readingScopes,
    params: ids("id"),
    query: SingleAuditEventQuery,
    answers: { ok: answer(AuditEventResource, auditEventExamples.event, "The event.") },
    handle: async ({ caller, params, query, ok }) => {
      const [event, proved] = await inBatch(caller, (db) =>
        Promise.all([
          findTrailEvent(db, params.id),
          query.opened ? findProvableEvent(db, params.id) : null,
        ]),
      );
      if (!event) throw missing();
      return ok(auditEventResponse(event, proved, caller.tenantPublicId));
    },
  }),
});
