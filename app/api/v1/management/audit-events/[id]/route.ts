import { findTrailEvent } from "@/lib/audit/log/log-reading-store";
import { AuditEventResource, auditEventResponse } from "@/lib/contract/audit-event";
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
    answers: { ok: answer(AuditEventResource, auditEventExamples.event, "The event.") },
    handle: async ({ caller, params, ok }) => {
      const event = await inBatch(caller, (db) => findTrailEvent(db, params.id));
      if (!event) throw missing();
      return ok(auditEventResponse(event, caller.tenantPublicId));
    },
  }),
});
