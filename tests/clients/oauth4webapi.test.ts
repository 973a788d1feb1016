import "@/tests/support/issuer-port";

import * as oauth from "oauth4webapi";
import { afterAll, beforeAll, expect, test } from "vitest";
import { GET as logoutRoute } from "@/app/oauth/logout/route";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { aUser } from "@/tests/builders/a-user";
import { anOidcClient } from "@/tests/builders/an-oidc-client";
import { Browser, signInAt } from "@/tests/support/browser";
import { anIssuerHost } from "@/tests/support/issuer-host";

const insecure = { [oauth.allowInsecureRequests]: true };
let host: Awaited<ReturnType<typeof anIssuerHost>>;
let acme: TestEnvironment;
let server: oauth.AuthorizationServer;
beforeAll(async () => {
  host = await anIssuerHost();
  acme = await aTenant();
  server = await discover("oidc");
});
afterAll(() => host.stop());

async function discover(algorithm: "oidc" | "oauth2"): Promise<oauth.AuthorizationServer> {
  const issuer = new URL(host.issuer);
  const response = await oauth.discoveryRequest(issuer, { algorithm, ...insecure });
  return oauth.processDiscoveryResponse(issuer, response);
}

test("oauth4webapi finds the same server through either discovery document", async () => {
  expect(await discover("oauth2")).toEqual(server);
});

test("oauth4webapi signs in, refreshes, reads userinfo and logs out", async () => {
  const made = await anOidcClient(acme);
  const user = await aUser(acme);
  const client: oauth.Client = { client_id: made.clientId };
  const authentication = oauth.ClientSecretBasic(made.clientSecret);
  const verifier = oauth.generateRandomCodeVerifier();
  const [state, nonce] = [oauth.generateRandomState(), oauth.generateRandomNonce()];
  const address = new URL(server.authorization_endpoint ?? "");
  address.search = new URLSearchParams({
    client_id: made.clientId,
    redirect_uri: made.redirectUri,
    response_type: "code",
    scope: "openid email",
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    state,
    nonce,
  }).toString();
  const browser = new Browser();
  const { callback } = await signInAt(browser, address.href, user.id);
  // Also checks `iss`, because discovery promises it (RFC 9207).
  const params = oauth.validateAuthResponse(server, client, callback, state);
  const tokens = await oauth.processAuthorizationCodeResponse(
    server,
    client,
    await oauth.authorizationCodeGrantRequest(
      server,
      client,
      authentication,
      params,
      made.redirectUri,
      verifier,
      insecure,
    ),
    { expectedNonce: nonce, requireIdToken: true },
  );
  expect(oauth.getValidatedIdTokenClaims(tokens)).toMatchObject({ sub: user.id });
  const refreshed = await oauth.processRefreshTokenResponse(
    server,
    client,
    await oauth.refreshTokenGrantRequest(
      server,
      client,
      authentication,
      tokens.refresh_token ?? "",
      insecure,
    ),
  );
  const userinfoResponse = await oauth.userInfoRequest(
    server,
    client,
    refreshed.access_token,
    insecure,
  );
  const info = await oauth.processUserInfoResponse(server, client, user.id, userinfoResponse);
  expect(info.email).toBe(user.email);
  const goodbye = new URL(server.end_session_endpoint ?? "");
  goodbye.searchParams.set("id_token_hint", refreshed.id_token ?? "");
  await browser.go(logoutRoute, goodbye.href);
  const late = await oauth.userInfoRequest(server, client, refreshed.access_token, insecure);
  await expect(oauth.processUserInfoResponse(server, client, user.id, late)).rejects.toMatchObject({
    status: 401,
  });
});

test("oauth4webapi reads a refusal of the token endpoint as an OAuth error", async () => {
  const made = await anOidcClient(acme);
  const client: oauth.Client = { client_id: made.clientId };
  const request = (authentication: oauth.ClientAuth) =>
    oauth
      .refreshTokenGrantRequest(server, client, authentication, "unknown", insecure)
      .then((response) => oauth.processRefreshTokenResponse(server, client, response));
  await expect(request(oauth.ClientSecretPost(made.clientSecret))).rejects.toMatchObject({
    error: "invalid_grant",
    status: 400,
  });
  // The library's error for an answer with a challenge: RFC 6749 §5.2 requires one with 401.
  await expect(request(oauth.ClientSecretBasic("wrong"))).rejects.toMatchObject({
    status: 401,
    cause: [{ scheme: "basic" }],
  });
});
