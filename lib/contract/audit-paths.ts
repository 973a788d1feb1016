import { AuditReceipt, NewAuditEventBody } from "@/lib/contract/audit";
import { content, type Operation } from "@/lib/contract/operation";

const receipt = content(AuditReceipt, {
  id: "01938f2c-7c90-7e57-a3c2-1b4d5e6f7a89",
  event_id: "5f0c6c0e-5c8e-4d0b-9a39-1f2f6a7b8c9d",
  received_at: "2026-11-21T09:00:00.250Z",
});

export const auditPaths: Operation[] = [
  {
    method: "POST",
    path: "/api/v1/audit",
    id: "ingestAuditEvent",
    tag: "Audit",
    caller: "machine",
    scope: "audit:write",
    summary: "Push an audit event of the product's own",
    description:
      "Safe to repeat: the same event_id again answers the record that is there and writes nothing.",
    body: content(NewAuditEventBody, {
      event_id: "5f0c6c0e-5c8e-4d0b-9a39-1f2f6a7b8c9d",
      action: "invoice.approved",
      occurred_at: "2026-11-21T09:00:00.000Z",
      actor: { type: "user", id: "01938f2c-7a55-7f18-8d2b-6e9f0a1b2c34", name: "Grace Hopper" },
      targets: [{ type: "invoice", id: "INV-1042" }],
      context: { ip_address: "192.0.2.7" },
      metadata: { amount: "1200.00", currency: "EUR" },
    }),
    answers: {
      created: { description: "Taken.", ...receipt },
      ok: { description: "It had been taken before.", ...receipt },
    },
    refusals: ["unprocessable"],
  },
];
