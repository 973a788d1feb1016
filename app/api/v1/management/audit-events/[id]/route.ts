import { readingScopes } from "@/lib/core/credentials/scopes";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { ids } from "@/lib/core/http/path-ids";
import { resource } from "@/lib/core/http/resource";
import {
  AuditEventResource,
  auditEventResponse,
  SingleAuditEventQuery,
} from "@/lib/features/audit-log/contract/audit-event";
import { auditEventExamples } from "@/lib/features/audit-log/contract/audit-event-examples";
import { findProvableEvent, findTrailEvent } from "@/lib/features/audit-log/log/log-reading-store";
import { inBatch } from "@/lib/kernel/db/batch";
import { missing } from "@/lib/kernel/errors";

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
