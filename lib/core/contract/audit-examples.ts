const eventId = "5f0c6c0e-5c8e-4d0b-9a39-1f2f6a7b8c9d";

export const auditExamples = {
  event: {
    event_id: eventId,
    action: "invoice.approved",
    occurred_at: "2026-11-21T09:00:00.000Z",
    actor: { type: "user", id: "01938f2c-7a55-7f18-8d2b-6e9f0a1b2c34", name: "Grace Hopper" },
    targets: [{ type: "invoice", id: "INV-1042" }],
    context: { ip_address: "192.0.2.7" },
    metadata: { amount: "1200.00", currency: "EUR" },
  },
  receipt: {
    id: "01938f2c-7c90-7e57-a3c2-1b4d5e6f7a89",
    event_id: eventId,
    received_at: "2026-11-21T09:00:00.250Z",
  },
};
