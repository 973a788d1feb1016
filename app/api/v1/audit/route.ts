import { ingestAuditEvent } from "@/lib/core/audit/ingest-audit-event";
import {
  AuditReceipt,
  auditReceipt,
  NewAuditEventBody,
  productEvent,
} from "@/lib/core/contract/audit";
import { auditExamples } from "@/lib/core/contract/audit-examples";
import { content } from "@/lib/core/contract/content";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { resource } from "@/lib/core/http/resource";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: endpoint({
    id: "ingestAuditEvent",
    tag: "Audit",
    summary: "Push an audit event of the product's own",
    description: "Safe to repeat: a known event_id answers the existing record and writes nothing.",
    caller: "machine",
    scope: "audit:write",
    body: content(NewAuditEventBody, auditExamples.event),
    answers: {
      created: answer(AuditReceipt, auditExamples.receipt, "Taken."),
      ok: answer(AuditReceipt, auditExamples.receipt, "The service had taken the event before."),
    },
    refusals: ["unprocessable"],
    handle: async ({ caller, body, ok, created }) => {
      const { receipt, isNew } = await ingestAuditEvent(caller, productEvent(body));
      return (isNew ? created : ok)(auditReceipt(receipt));
    },
  }),
});
