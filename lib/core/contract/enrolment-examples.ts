const secret = "aen_3q2-7wQx1nZs5mJ0kT9bV4cY8rP6hL2dF7gA1sE0uQx7A";
const token = {
  id: "01938f2c-8f10-7c22-b1d3-4e5f6a7b8c9d",
  name: "Press halls, autumn",
  token_hint: "…Qx7A",
  app_id: "01938f2c-71b2-7d0e-8c1f-5a3b9c7d4e21",
  organization_id: "01938f2c-6f3a-7c41-9a55-0d6a7e1f2b40",
  not_before: null,
  expires_at: "2999-12-31T00:00:00.000Z",
  max_uses: 25,
  uses: 3,
  per_minute: 60,
  revoked_at: null,
};

export const enrolmentExamples = {
  input: {
    name: token.name,
    app_id: token.app_id,
    organization_id: token.organization_id,
    expires_at: token.expires_at,
    max_uses: 25,
  },
  token,
  issued: { ...token, uses: 0, token: secret },
  revoked: { ...token, revoked_at: "2026-11-21T09:00:00.000Z" },
  list: { enrolment_tokens: [token] },
  redemption: {
    token: secret,
    public_key: {
      kty: "OKP" as const,
      crv: "Ed25519" as const,
      x: "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",
    },
    proof: "eyJhbGciOiJFZERTQSIsInR5cCI6ImVucm9sbWVudC1wcm9vZitqd3QifQ.eyJqdGkiOiIuLi4ifQ.c2ln",
    name: "press-hall-3",
    platform: "linux/arm64",
    version: "2.4.1",
  },
  enrolled: {
    installation_id: "01938f2c-80a1-7b3c-9d4e-5f6a7b8c9d0e",
    tenant_id: "atr_Zk3vQ9xT1bN7mW5c",
    app_id: token.app_id,
    organization_id: token.organization_id,
    environment: "production",
    status: "active" as const,
    key_thumbprint: "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k",
    token_endpoint: "https://atrium.example/oauth/token",
    audience: "https://atrium.example",
  },
};
