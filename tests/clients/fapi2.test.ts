import "@/tests/support/issuer-port";

import { decodeProtectedHeader } from "jose";
import * as oauth from "oauth4webapi";
import * as oidc from "openid-client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";
import { aClientKey, type ClientKey } from "@/tests/builders/a-client-key";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { aUser } from "@/tests/builders/a-user";
import { anOidcClient } from "@/tests/builders/an-oidc-client";
import { Browser, signInAt } from "@/tests/support/browser";
import { anIssuerHost } from "@/tests/support/issuer-host";

let host: Awaited<ReturnType<typeof anIssuerHost>>;
let acme: TestEnvironment;
beforeAll(async () => {
  host = await anIssuerHost();
  acme = await aTenant();
});
afterAll(() => host.stop());

const strictClient = (key: ClientKey, alg?: "PS256" | "ES256" | "EdDSA") =>
  anOidcClient(acme, {
    profile: "fapi2",
    jwks: { keys: [key.publicJwk] },
    ...(alg && { idTokenSignedResponseAlg: alg }),
  });

test.each(["PS256", "ES256", "EdDSA"] as const)(
  "openid-client with private_key_jwt, PAR and DPoP signs in, refreshes and reads userinfo; ID tokens are %s",
  async (alg) => {
    const key = await aClientKey(alg === "EdDSA" ? "EdDSA" : alg);
    const client = await strictClient(key, alg);
    const user = await aUser(acme, { displayName: "Ada" });
    const issuer = await oidc.discovery(
      new URL(host.issuer),
      client.clientId,
      { id_token_signed_response_alg: alg },
      oidc.PrivateKeyJwt({ key: key.privateKey, kid: key.kid }),
      { execute: [oidc.allowInsecureRequests, oidc.enableNonRepudiationChecks] },
    );
    const DPoP = oidc.getDPoPHandle(issuer, await oidc.randomDPoPKeyPair("ES256"));
    const [verifier, nonce] = [oidc.randomPKCECodeVerifier(), oidc.randomNonce()];
    const request = {
      redirect_uri: client.redirectUri,
      scope: "openid profile email",
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: "S256",
      nonce,
    };
    const address = await oidc.buildAuthorizationUrlWithPAR(issuer, request, { DPoP });
    expect([...address.searchParams.keys()].toSorted()).toEqual(["client_id", "request_uri"]);
    const { callback } = await signInAt(new Browser(), address.href, user.id);
    const checks = { pkceCodeVerifier: verifier, expectedNonce: nonce, idTokenExpected: true };
    const tokens = await oidc.authorizationCodeGrant(issuer, callback, checks, undefined, { DPoP });
    expect(tokens.token_type).toBe("dpop");
    expect(decodeProtectedHeader(tokens.id_token ?? "").alg).toBe(alg);
    const refreshed = await oidc.refreshTokenGrant(issuer, tokens.refresh_token ?? "", undefined, {
      DPoP,
    });
    // The profile requires no rotation: the token is worth nothing without the client's key.
    expect(refreshed.refresh_token ?? tokens.refresh_token).toBe(tokens.refresh_token);
    const info = await oidc.fetchUserInfo(issuer, refreshed.access_token, user.id, { DPoP });
    expect(info.name).toBe("Ada");
    const events = await inPrismaTransaction(acme, ({ prisma }) =>
      prisma.auditEvent.findMany({ where: { kind: "oauth.pushed" } }),
    );
    expect(JSON.stringify(events)).toContain(client.id);
  },
);

test("oauth4webapi as a public client with PAR and DPoP: its refresh tokens are bound to the key", async () => {
  const options = { [oauth.allowInsecureRequests]: true };
  const registered = await anOidcClient(acme, { type: "public" });
  const user = await aUser(acme);
  const issuer = new URL(host.issuer);
  const as = await oauth.processDiscoveryResponse(
    issuer,
    await oauth.discoveryRequest(issuer, options),
  );
  const client: oauth.Client = { client_id: registered.clientId };
  const DPoP = oauth.DPoP(client, await oauth.generateKeyPair("ES256"));
  const verifier = oauth.generateRandomCodeVerifier();
  const none = oauth.None();
  const push = () => {
    const parameters = {
      response_type: "code",
      redirect_uri: registered.redirectUri,
      scope: "openid",
      code_challenge_method: "S256",
    };
    return oauth
      .calculatePKCECodeChallenge(verifier)
      .then((code_challenge) =>
        oauth.pushedAuthorizationRequest(
          as,
          client,
          none,
          { ...parameters, code_challenge },
          {
            ...options,
            DPoP,
          },
        ),
      )
      .then((response) => oauth.processPushedAuthorizationResponse(as, client, response));
  };
  const { request_uri } = await push().catch((error) => {
    if (!oauth.isDPoPNonceError(error)) throw error;
    return push();
  });
  const address = new URL(as.authorization_endpoint ?? "");
  address.search = new URLSearchParams({ client_id: client.client_id, request_uri }).toString();
  const { callback } = await signInAt(new Browser(), address.href, user.id);
  const parameters = oauth.validateAuthResponse(as, client, callback, oauth.expectNoState);
  const response = await oauth.authorizationCodeGrantRequest(
    ...[as, client, none, parameters, registered.redirectUri, verifier],
    { ...options, DPoP },
  );
  const tokens = await oauth.processAuthorizationCodeResponse(as, client, response);
  expect(tokens.token_type).toBe("dpop");
  const other = oauth.DPoP(client, await oauth.generateKeyPair("ES256"));
  const refresh = async (handle: oauth.DPoPHandle) => {
    const send = () =>
      oauth.refreshTokenGrantRequest(as, client, none, tokens.refresh_token ?? "", {
        ...options,
        DPoP: handle,
      });
    const answer = async () => oauth.processRefreshTokenResponse(as, client, await send());
    return answer().catch((error) => {
      if (!oauth.isDPoPNonceError(error)) throw error;
      return answer();
    });
  };
  await expect(refresh(other)).rejects.toMatchObject({ error: "invalid_grant" });
  expect((await refresh(DPoP)).token_type).toBe("dpop");
});
