import { secretExamples } from "@/lib/core/contract/secret-examples";

const body = {
  name: "Provisioning",
  purpose: "management_automation" as const,
  scopes: ["users:read" as const, "users:write" as const],
};
const credential = {
  id: "01938f2c-8111-7a2b-9c3d-4e5f6a7b8c9d",
  client_id: "ac_5TnQ2hV8kYwJrB3mZx7LdA",
  ...body,
  created_at: "2026-11-21T09:00:00.000Z",
  last_used_at: null,
  revoked_at: null,
  secrets: [secretExamples.hint],
};

export const credentialExamples = {
  wanted: body,
  credential,
  issued: { ...credential, client_secret: "as_3q2-7wQx1nZs5mJ0kT9bV4cY8rP6hL2dF7gA1sE0uQx7A" },
  revoked: {
    ...credential,
    revoked_at: "2026-11-21T10:00:00.000Z",
    secrets: [secretExamples.hint],
  },
  list: { credentials: [credential] },
};
