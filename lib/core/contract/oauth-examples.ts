const token = "eyJhbGciOiJFZERTQSIsInR5cCI6ImF0K2p3dCJ9…";
const issuer = "https://auth.example.com";

/** Examples of the API description: what clients send to the OAuth endpoints, and what they get. */
export const oauthExamples = {
  tokenForm: {
    grant_type: "client_credentials" as const,
    client_id: "ac_4f1c…",
    client_secret: "as_9b2e…",
    scope: "users:read users:write",
  },
  token: {
    access_token: token,
    token_type: "Bearer" as const,
    expires_in: 900,
    scope: "users:read users:write",
  },
  pushed: {
    request_uri: "urn:ietf:params:oauth:request_uri:6esc_11ACC5bwc014ltc14eY22c",
    expires_in: 60,
  },
  keys: {
    keys: [{ kty: "OKP", crv: "Ed25519", kid: "mt-01", alg: "EdDSA", use: "sig", x: "11qYAYKx…" }],
  },
  userInfo: {
    sub: "01938f2c-7a55-7f18-8d2b-6e9f0a1b2c34",
    email: "grace@example.com",
    email_verified: true,
  },
  clientForm: { token },
  introspection: {
    active: true,
    scope: "users:read",
    client_id: "ac_4f1c…",
    sub: "ac_4f1c…",
    token_type: "Bearer",
    exp: 1767225600,
    iat: 1767224700,
    iss: issuer,
    aud: "service-management-api",
  },
  deviceForm: { client_id: "aoc_6Qm2…", scope: "openid profile email" },
  device: {
    device_code: "adc_9b2e…",
    user_code: "KDPM-WXRT",
    verification_uri: `${issuer}/device`,
    verification_uri_complete: `${issuer}/device?user_code=KDPM-WXRT`,
    expires_in: 600,
    interval: 5,
  },
  discovery: {
    issuer,
    authorization_endpoint: `${issuer}/oauth/authorize`,
    token_endpoint: `${issuer}/oauth/token`,
    jwks_uri: `${issuer}/oauth/jwks`,
  },
  hostedLogin: { status: "grant" as const, redirect_to: `${issuer}/oauth/authorize/V1StGXR8` },
};
