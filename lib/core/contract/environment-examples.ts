const body = { key: "staging", name: "Staging", kind: "staging" as const };
const environment = {
  id: "01938f2c-7a11-7f0e-8b2a-6c4d9e1f3a55",
  ...body,
  created_at: "2026-11-21T10:00:00.000Z",
};

const passkeys = { domain: "acme.example", origins: ["https://login.acme.example"] };

export const environmentExamples = {
  wanted: body,
  environment,
  settings: { ...environment, passkeys },
  changes: { name: "Before production", passkeys },
  list: { environments: [environment] },
};
