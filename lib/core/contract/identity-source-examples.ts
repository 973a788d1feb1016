const body = {
  issuer: "https://login.example.com",
  audiences: ["reports-web"],
  jwks_uri: "https://login.example.com/keys",
  attribute_mapping: { email: "email", department: "dept" },
};
const source = {
  id: "01938f2c-9a10-7b21-8c33-4d5e6f708192",
  type: "oidc" as const,
  ...body,
  status: "active" as const,
  created_at: "2026-11-21T09:00:00.000Z",
  updated_at: "2026-11-21T09:00:00.000Z",
};

export const identitySourceExamples = {
  wanted: body,
  operatorInput: { environment: "production", ...body },
  source,
  disabled: { ...source, status: "disabled" as const },
  list: { identity_sources: [source] },
};
