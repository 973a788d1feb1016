import "@/tests/support/issuer-port";

import * as oidc from "openid-client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { GET as logoutRoute } from "@/app/oauth/logout/route";
import { removeMember } from "@/lib/core/organizations/remove-member";
import { setMember } from "@/lib/core/organizations/set-member";
import { aMember } from "@/tests/builders/a-member";
import { aRole } from "@/tests/builders/a-role";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { aUser } from "@/tests/builders/a-user";
import { anApp } from "@/tests/builders/an-app";
import { anOidcClient } from "@/tests/builders/an-oidc-client";
import { anOrganization } from "@/tests/builders/an-organization";
import { Browser, signInAt } from "@/tests/support/browser";
import { anIssuerHost } from "@/tests/support/issuer-host";

let host: Awaited<ReturnType<typeof anIssuerHost>>;
let acme: TestEnvironment;
beforeAll(async () => {
  host = await anIssuerHost();
  acme = await aTenant();
});
afterAll(() => host.stop());

const kinds = {
  "a confidential client with Basic": (secret: string) => oidc.ClientSecretBasic(secret),
  "a confidential client with form credentials": (secret: string) => oidc.ClientSecretPost(secret),
  "a public client": () => oidc.None(),
};

test.each(Object.entries(kinds))(
  "openid-client as %s signs in, refreshes, reads userinfo and logs out",
  async (kind, authentication) => {
    const type = kind === "a public client" ? "public" : "confidential";
    const client = await anOidcClient(acme, { type });
    const user = await aUser(acme, { displayName: "Ada" });
    const issuer = await oidc.discovery(
      new URL(host.issuer),
      client.clientId,
      undefined,
      authentication(client.clientSecret),
      { execute: [oidc.allowInsecureRequests, oidc.enableNonRepudiationChecks] },
    );
    const [verifier, state, nonce] = [
      oidc.randomPKCECodeVerifier(),
      oidc.randomState(),
      oidc.randomNonce(),
    ];
    const browser = new Browser();
    const address = oidc.buildAuthorizationUrl(issuer, {
      redirect_uri: client.redirectUri,
      scope: "openid profile email",
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: "S256",
      state,
      nonce,
    });
    const { callback } = await signInAt(browser, address.href, user.id);
    const tokens = await oidc.authorizationCodeGrant(issuer, callback, {
      pkceCodeVerifier: verifier,
      expectedState: state,
      expectedNonce: nonce,
      idTokenExpected: true,
    });
    expect(tokens.claims()).toMatchObject({ sub: user.id, email: user.email, name: "Ada" });
    const refreshed = await oidc.refreshTokenGrant(issuer, tokens.refresh_token ?? "");
    expect(refreshed.claims()?.sub).toBe(user.id);
    const info = await oidc.fetchUserInfo(issuer, refreshed.access_token, user.id);
    expect(info.email).toBe(user.email);
    const goodbye = oidc.buildEndSessionUrl(issuer, {
      post_logout_redirect_uri: "https://rp.example.com/bye",
      id_token_hint: refreshed.id_token ?? "",
      state: "bye",
    });
    const left = await browser.go(logoutRoute, goodbye.href);
    expect(left.headers.get("location")).toBe("https://rp.example.com/bye?state=bye");
    const gone = oidc.refreshTokenGrant(issuer, refreshed.refresh_token ?? "");
    await expect(gone).rejects.toMatchObject({ error: "invalid_grant" });
  },
);

test("openid-client reads what a user may do, and reads it anew when it refreshes", async () => {
  const app = await anApp(acme);
  const role = await aRole(acme, { appIds: [app.id], permissions: ["reports:read"] });
  const organization = await anOrganization(acme);
  const place = { organizationId: organization.id, roleId: role.id };
  const { userId } = await aMember(acme, place);
  const client = await anOidcClient(acme, {
    appId: app.id,
    allowedScopes: ["organizations", "permissions"],
  });
  const issuer = await oidc.discovery(
    new URL(host.issuer),
    client.clientId,
    undefined,
    oidc.ClientSecretBasic(client.clientSecret),
    { execute: [oidc.allowInsecureRequests, oidc.enableNonRepudiationChecks] },
  );
  expect(issuer.serverMetadata().scopes_supported).toContain("permissions");
  const verifier = oidc.randomPKCECodeVerifier();
  const address = oidc.buildAuthorizationUrl(issuer, {
    redirect_uri: client.redirectUri,
    scope: "openid organizations permissions",
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    organization_id: organization.id,
  });
  const { callback } = await signInAt(new Browser(), address.href, userId);
  const tokens = await oidc.authorizationCodeGrant(issuer, callback, {
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  });
  const accessClaims = {
    org_id: organization.id,
    org_slug: organization.slug,
    role: role.key,
    permissions: ["reports:read"],
    entitlements: [],
  };
  expect(tokens.claims()).toMatchObject(accessClaims);
  expect(await oidc.fetchUserInfo(issuer, tokens.access_token, userId)).toMatchObject(accessClaims);
  const other = await aRole(acme, { appIds: [app.id], permissions: ["reports:write"] });
  await setMember(acme, organization.id, userId, { roleId: other.id });
  const refreshed = await oidc.refreshTokenGrant(issuer, tokens.refresh_token ?? "");
  expect(refreshed.claims()).toMatchObject({ role: other.key, permissions: ["reports:write"] });
  expect(refreshed.claims()).not.toHaveProperty("nonce");
  await removeMember(acme, organization.id, userId);
  await expect(oidc.fetchUserInfo(issuer, refreshed.access_token, userId)).rejects.toThrow();
  await expect(oidc.refreshTokenGrant(issuer, refreshed.refresh_token ?? "")).rejects.toMatchObject(
    { error: "invalid_grant" },
  );
});

test("openid-client gets a machine token, and only for scopes the credential has", async () => {
  const machine = await aTenant({ scopes: ["users:read"] });
  const issuer = await oidc.discovery(
    new URL(host.issuer),
    machine.clientId,
    undefined,
    oidc.ClientSecretBasic(machine.clientSecret),
    { execute: [oidc.allowInsecureRequests] },
  );
  const tokens = await oidc.clientCredentialsGrant(issuer, { scope: "users:read" });
  expect(tokens).toMatchObject({ scope: "users:read", expires_in: 900 });
  const more = oidc.clientCredentialsGrant(issuer, { scope: "users:read users:write" });
  await expect(more).rejects.toMatchObject({ error: "invalid_scope" });
});

test("openid-client gets the error of an unknown parameter through its callback", async () => {
  const client = await anOidcClient(acme);
  const issuer = await oidc.discovery(
    new URL(host.issuer),
    client.clientId,
    undefined,
    oidc.ClientSecretBasic(client.clientSecret),
    { execute: [oidc.allowInsecureRequests] },
  );
  const verifier = oidc.randomPKCECodeVerifier();
  const address = oidc.buildAuthorizationUrl(issuer, {
    redirect_uri: client.redirectUri,
    scope: "openid",
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    prompt: "login",
  });
  const { callback } = await signInAt(new Browser(), address.href, "nobody");
  await expect(
    oidc.authorizationCodeGrant(issuer, callback, { pkceCodeVerifier: verifier }),
  ).rejects.toMatchObject({ error: "invalid_request" });
});
