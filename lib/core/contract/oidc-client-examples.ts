import { secretExamples } from "@/lib/core/contract/secret-examples";

const body = {
  key: "portal",
  type: "confidential" as const,
  name: "Portal",
  redirect_uris: ["https://portal.acme.example/callback"],
};
const client = {
  id: "01938f2c-8333-7c4d-9e5f-6a7b8c9d0e1f",
  client_id: "aoc_6Qm2r8s0t4u1v7w3x9y5zA",
  ...body,
  app_id: null,
  post_logout_redirect_uris: ["https://portal.acme.example/"],
  backchannel_logout_uri: null,
  first_party: true,
  allowed_scopes: [],
  device_authorization: false,
  token_endpoint_auth_method: "client_secret_basic" as const,
  jwks: null,
  jwks_uri: null,
  id_token_signed_response_alg: "RS256" as const,
  require_pushed_authorization_requests: false,
  dpop_bound_access_tokens: false,
  profile: "standard" as const,
  refresh_grace_seconds: 10,
  created_at: "2026-11-21T09:00:00.000Z",
  last_used_at: null,
  revoked_at: null,
  secrets: [secretExamples.hint],
};

export const oidcClientExamples = {
  wanted: body,
  client,
  issued: { ...client, client_secret: secretExamples.issued.secret },
  changes: { name: "Portal", redirect_uris: body.redirect_uris },
  revoked: { ...client, revoked_at: "2026-11-21T10:00:00.000Z" },
  list: { oidc_clients: [client] },
};
