import "@/tests/support/issuer-port";

import type { AuthOptions } from "next-auth";
import { afterAll, beforeAll, expect, test } from "vitest";
import { GET as authorizeRoute } from "@/app/oauth/authorize/route";
import { GET as logoutRoute } from "@/app/oauth/logout/route";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { aUser } from "@/tests/builders/a-user";
import { anOidcClient, type TestOidcClient } from "@/tests/builders/an-oidc-client";
import { Browser, locationOf, signInAt, tokenRequest } from "@/tests/support/browser";
import { anIssuerHost } from "@/tests/support/issuer-host";
import { NextAuthApp } from "@/tests/support/next-auth-app";

let host: Awaited<ReturnType<typeof anIssuerHost>>;
let acme: TestEnvironment;
let client: TestOidcClient;
beforeAll(async () => {
  process.env.NEXTAUTH_URL = "https://app.example.com";
  host = await anIssuerHost();
  acme = await aTenant();
  client = await anOidcClient(acme, {
    redirectUris: ["https://app.example.com/api/auth/callback/atrium"],
    postLogoutRedirectUris: ["https://app.example.com/"],
  });
});
afterAll(() => host.stop());

/** Configures the provider as its documentation does: found by discovery, with every check, tokens stored in
 *  the cookie and renewed by the `jwt` callback.
 *  @param fromUserinfo fetches the profile from userinfo instead of reading the ID token */
function optionsFor(fromUserinfo: boolean): AuthOptions {
  return {
    // One of the tests is about a refused sign-in.
    logger: { error: () => {} },
    secret: "the application's own",
    providers: [
      {
        id: "atrium",
        name: "Atrium",
        type: "oauth",
        idToken: true,
        ...(fromUserinfo
          ? {
              userinfo: {
                request: ({ client, tokens }) => client.userinfo(tokens.access_token ?? ""),
              },
            }
          : {}),
        checks: ["pkce", "state", "nonce"],
        issuer: host.issuer,
        clientId: client.clientId,
        clientSecret: client.clientSecret,
        wellKnown: `${host.issuer}/.well-known/openid-configuration`,
        authorization: { params: { scope: "openid email profile" } },
        profile: (claims: { sub: string; email?: string; name?: string }) => ({
          id: claims.sub,
          email: claims.email ?? null,
          name: claims.name ?? null,
        }),
      },
    ],
    callbacks: {
      jwt: async ({ token, account, trigger }) => {
        if (account) return { ...token, refresh: account.refresh_token, idToken: account.id_token };
        if (trigger !== "update") return token;
        const form = { grant_type: "refresh_token", refresh_token: String(token.refresh) };
        const { status, body } = await tokenRequest(client, form);
        return { ...token, status, refresh: body.refresh_token, idToken: body.id_token };
      },
      session: ({ session, token }) => ({ ...session, token }),
    },
  };
}

async function csrfOf(app: NextAuthApp): Promise<string> {
  return ((await app.go("GET", "csrf")).body as { csrfToken: string }).csrfToken;
}

async function signInTo(app: NextAuthApp, browser: Browser, userId: string) {
  const started = await app.go("POST", "signin/atrium", { csrfToken: await csrfOf(app) });
  const { callback } = await signInAt(browser, started.location ?? "", userId);
  return app.go("GET", `callback/atrium${callback.search}`);
}

test.each([
  ["its ID token", false],
  ["userinfo", true],
])(
  "next-auth signs in with the profile from %s, refreshes and logs out",
  async (_, fromUserinfo) => {
    const user = await aUser(acme, { displayName: "Ada" });
    const [app, browser] = [new NextAuthApp(optionsFor(fromUserinfo)), new Browser()];
    const done = await signInTo(app, browser, user.id);
    expect(done).toMatchObject({ status: 302, location: "https://app.example.com" });
    const signedIn = await app.go("GET", "session");
    expect(signedIn.body).toMatchObject({ user: { name: "Ada", email: user.email } });
    const update = { csrfToken: await csrfOf(app), data: "again" };
    const renewed = await app.go("POST", "session", update);
    const { token } = renewed.body as { token: { status: number; idToken: string } };
    expect(token.status).toBe(200);
    await app.go("POST", "signout", { csrfToken: await csrfOf(app) });
    expect((await app.go("GET", "session")).body).toEqual({});
    const query = new URLSearchParams({
      id_token_hint: token.idToken,
      post_logout_redirect_uri: "https://app.example.com/",
    });
    const left = await browser.go(logoutRoute, `/oauth/logout?${query}`);
    expect(left.headers.get("location")).toBe("https://app.example.com/");
    const started = await app.go("POST", "signin/atrium", { csrfToken: await csrfOf(app) });
    const again = await browser.go(authorizeRoute, started.location ?? "");
    expect(locationOf(again).pathname).toBe("/login");
  },
);

test("next-auth takes no answer to a sign-in that its browser did not begin", async () => {
  const user = await aUser(acme);
  const [mine, theirs] = [new NextAuthApp(optionsFor(false)), new NextAuthApp(optionsFor(false))];
  const started = await mine.go("POST", "signin/atrium", { csrfToken: await csrfOf(mine) });
  const { callback } = await signInAt(new Browser(), started.location ?? "", user.id);
  const taken = await theirs.go("GET", `callback/atrium${callback.search}`);
  expect(taken.location).toContain("error=OAuthCallback");
  expect((await theirs.go("GET", "session")).body).toEqual({});
});
