import "@/tests/support/issuer-port";

import { importJWK, jwtVerify } from "jose";
import * as oauth from "oauth4webapi";
import * as oidc from "openid-client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aTenant } from "@/tests/builders/a-tenant";
import { anInstallation } from "@/tests/builders/an-installation";
import { anIssuerHost } from "@/tests/support/issuer-host";

// An installation doesn't need our example's code: the token endpoint follows the standard.

let host: Awaited<ReturnType<typeof anIssuerHost>>;
let hall: Awaited<ReturnType<typeof anInstallation>>;
beforeAll(async () => {
  host = await anIssuerHost();
  hall = await anInstallation(await aTenant());
});
afterAll(() => host.stop());

async function verified(token: string): Promise<Record<string, unknown>> {
  const { keys } = await (await fetch(`${host.issuer}/oauth/jwks`)).json();
  const key = async ({ kid }: { kid?: string }) =>
    importJWK(keys.find((one: { kid: string }) => one.kid === kid));
  return (await jwtVerify(token, key, { typ: "at+jwt", issuer: host.issuer })).payload;
}

test("openid-client gets an installation's token by private_key_jwt", async () => {
  const server = await oidc.discovery(
    new URL(host.issuer),
    hall.id,
    undefined,
    oidc.PrivateKeyJwt(hall.key.privateKey),
    { execute: [oidc.allowInsecureRequests] },
  );
  expect(server.serverMetadata().token_endpoint_auth_methods_supported).toContain(
    "private_key_jwt",
  );
  for (const _ of [1, 2]) {
    const { access_token, expires_in } = await oidc.clientCredentialsGrant(server);
    expect(expires_in).toBe(900);
    expect(await verified(access_token)).toMatchObject({
      sub: hall.id,
      app_id: hall.appId,
      scope: "installations:report",
    });
  }
});

test("oauth4webapi gets an installation's token by private_key_jwt", async () => {
  const insecure = { [oauth.allowInsecureRequests]: true };
  const issuer = new URL(host.issuer);
  const server = await oauth.processDiscoveryResponse(
    issuer,
    await oauth.discoveryRequest(issuer, { algorithm: "oauth2", ...insecure }),
  );
  const client: oauth.Client = { client_id: hall.id };
  const response = await oauth.clientCredentialsGrantRequest(
    server,
    client,
    oauth.PrivateKeyJwt(hall.key.privateKey),
    new URLSearchParams({ scope: "installations:report" }),
    insecure,
  );
  const tokens = await oauth.processClientCredentialsResponse(server, client, response);
  expect(await verified(tokens.access_token)).toMatchObject({ installation_id: hall.id });
});
