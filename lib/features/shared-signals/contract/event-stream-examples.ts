const streamId = "01938f2c-8e11-7c3a-9f00-5b6c7d8e9fa0";
const iss = "https://auth.example.com";
const caep = "https://schemas.openid.net/secevent/caep/event-type";
const risc = "https://schemas.openid.net/secevent/risc/event-type";
const sub = "01938f2c-7a55-7f18-8d2b-6e9f0a1b2c34";
const subject = { format: "iss_sub", iss, sub } as const;

export const eventStreamExamples = {
  wanted: {
    delivery: { method: "urn:ietf:rfc:8936" as const },
    events_requested: [`${caep}/session-revoked`, `${risc}/account-disabled`],
    description: "Ends sessions at the gateway",
  },
  changes: { stream_id: streamId, description: "Ends sessions at both gateways" },
  stream: {
    stream_id: streamId,
    iss,
    aud: "ac_4f1c…",
    delivery: {
      method: "urn:ietf:rfc:8936" as const,
      endpoint_url: `${iss}/api/v1/ssf/poll/${streamId}`,
    },
    events_supported: [
      ...[`${caep}/session-revoked`, `${caep}/credential-change`, `${caep}/assurance-level-change`],
      ...[`${risc}/account-disabled`, `${risc}/account-enabled`, `${risc}/account-purged`],
      `${risc}/identifier-changed`,
    ],
    events_requested: [`${caep}/session-revoked`, `${risc}/account-disabled`],
    events_delivered: [`${caep}/session-revoked`, `${risc}/account-disabled`],
    description: "Ends sessions at the gateway",
    min_verification_interval: 10,
    inactivity_timeout: 2_592_000,
  },
  status: { stream_id: streamId, status: "paused" as const, reason: "The gateway is replaced." },
  added: { stream_id: streamId, subject, verified: true },
  removed: { stream_id: streamId, subject },
  verification: { stream_id: streamId, state: "f3c1a9" },
  poll: { maxEvents: 10, returnImmediately: true, ack: ["01938f2c-9a02-7d4b-8c11-6c7d8e9fa0b1"] },
  polled: {
    sets: {
      "01938f2c-9a03-7e5c-9d22-7d8e9fa0b1c2": "eyJhbGciOiJSUzI1NiIsInR5cCI6InNlY2V2ZW50K2p3dCJ9…",
    },
    moreAvailable: false,
  },
};
