// node-oidc-provider by itself: in memory, on node:http, client_credentials with a JWT for one resource.
// Run as a process: PORT in the environment.
import { generateKeyPairSync } from "node:crypto";
import { createServer } from "node:http";
import Provider from "oidc-provider";

const { privateKey } = generateKeyPairSync("ed25519");
const resource = "urn:bench";
const provider = new Provider(`http://127.0.0.1:${process.env.PORT}`, {
  jwks: {
    keys: [{ ...privateKey.export({ format: "jwk" }), alg: "EdDSA", use: "sig", kid: "bench" }],
  },
  clients: [
    {
      client_id: "bench",
      client_secret: "bench-secret",
      grant_types: ["client_credentials"],
      redirect_uris: [],
      response_types: [],
      id_token_signed_response_alg: "EdDSA",
    },
  ],
  scopes: ["users:read"],
  features: {
    devInteractions: { enabled: false },
    clientCredentials: { enabled: true },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => resource,
      getResourceServerInfo: () => ({
        scope: "users:read",
        audience: "service-management-api",
        accessTokenTTL: 900,
        accessTokenFormat: "jwt" as const,
        jwt: { sign: { alg: "EdDSA" as const } },
      }),
    },
  },
});
createServer(provider.callback()).listen(Number(process.env.PORT), "127.0.0.1");
