const event = {
  id: "01938f2c-7c90-7e57-a3c2-1b4d5e6f7a89",
  kind: "user.suspended",
  source: "service",
  event_id: null,
  tenant: "atr_V7kq2mXw9TzB4nLc",
  environment: "production",
  actor: { type: "machine", id: "01938f2c-7a55-7f18-8d2b-6e9f0a1b2c34", name: "provisioning" },
  targets: [{ type: "user", id: "01938f2c-7b11-7a02-9c44-2f3e4d5c6b7a", name: "Ada Lovelace" }],
  context: { ip_address: "192.0.2.7", request_id: "0d3f1c9e5b7a4e2f8c6d1a2b3c4d5e6f" },
  metadata: { reason: null },
  occurred_at: "2026-11-21T09:00:00.000Z",
  received_at: "2026-11-21T09:00:00.000Z",
} as const;

const one = { sequence: 41_870, ...event, targets: [...event.targets] };
const hash = "4yY1X7D3l3S2m0kq9Qv7cZ2bX8m5T1n6R4p0W3e9uH0=";
const saltText = "q83vEjRWeJCrze8SNFZ4kA==";

const checkpoint = `id.example.com/audit-log/atr_V7kq2mXw9TzB4nLc
41871
${hash}

— id.example.com/audit-log/atr_V7kq2mXw9TzB4nLc Wc1tQx0mY2p5n8…
`;

/** Examples for the API's description of the trail. */
export const auditEventExamples = {
  event: one,
  list: { audit_events: [one] },
  proof: {
    event: one,
    entry:
      "eyJjb21taXRtZW50cyI6eyJhY3RvciI6IuKApiJ9LCJpZCI6IjAxOTM4ZjJjLTdjOTAtN2U1Ny1hM2MyLTFiNGQ1ZTZmN2E4OSJ9",
    salts: {
      record: saltText,
      actor: saltText,
      targets: saltText,
      context: saltText,
      metadata: saltText,
    },
    tree_size: 41_871,
    proof: [hash, hash],
    checkpoint,
  },
  consistency: { from: 40_000, to: 41_871, proof: [hash] },
  checkpoint,
};
