import "@/tests/support/issuer-port";

import { afterAll, beforeAll, expect, test } from "vitest";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { aUser } from "@/tests/builders/a-user";
import { anOidcClient } from "@/tests/builders/an-oidc-client";
import { Browser, signInAt } from "@/tests/support/browser";
import { anIssuerHost } from "@/tests/support/issuer-host";
import { NextAuthApp, type NextAuthHandler } from "@/tests/support/next-auth-app";
import { snippetModule } from "@/tests/support/snippet-module";

// What the dashboard shows is what runs here, over plain http as on a developer's machine.

let host: Awaited<ReturnType<typeof anIssuerHost>>;
let acme: TestEnvironment;
beforeAll(async () => {
  process.env.NEXTAUTH_URL = "https://app.example.com";
  process.env.NEXTAUTH_SECRET = "the application's own";
  host = await anIssuerHost();
  acme = await aTenant();
});
afterAll(() => host.stop());

async function aClient(type: "confidential" | "public", redirectUris: string[]) {
  const client = await anOidcClient(acme, { type, redirectUris });
  process.env.CLIENT_SECRET = client.clientSecret;
  const { clientId } = client;
  return { issuer: host.issuer, clientId, type, redirectUris, postLogoutRedirectUris: [] };
}

test("the snippet for openid-client signs in", async () => {
  const facts = await aClient("confidential", ["https://rp.example.com/callback"]);
  const user = await aUser(acme, { displayName: "Ada" });
  const app = await snippetModule<{
    beginSignIn(): Promise<{ url: URL; kept: object }>;
    finishSignIn(currentUrl: URL, kept: object): Promise<object>;
  }>("openidClient", facts);
  const { url, kept } = await app.beginSignIn();
  const { callback } = await signInAt(new Browser(), url.href, user.id);
  expect(await app.finishSignIn(callback, kept)).toMatchObject({
    ...{ sub: user.id, name: "Ada", email: user.email },
  });
});

test("the snippet for next-auth signs in", async () => {
  const facts = await aClient("confidential", ["https://app.example.com/api/auth/callback/own"]);
  const user = await aUser(acme, { displayName: "Ada" });
  const { GET } = await snippetModule<{ GET: NextAuthHandler }>("nextAuth", facts);
  const app = new NextAuthApp(GET);
  const { csrfToken } = (await app.go("GET", "csrf")).body as { csrfToken: string };
  const begun = await app.go("POST", "signin/own", { csrfToken });
  const { callback } = await signInAt(new Browser(), begun.location ?? "", user.id);
  await app.go("GET", `callback/own${callback.search}`);
  expect((await app.go("GET", "session")).body).toMatchObject({
    user: { name: "Ada", email: user.email },
  });
});

test("the snippet for a program on a person's machine signs in over the loopback interface", async () => {
  const facts = await aClient("public", ["http://127.0.0.1/callback"]);
  const user = await aUser(acme);
  const app = await snippetModule<{
    signIn(open: (url: string) => void): Promise<{ claims(): object }>;
  }>("nativeLoopback", facts);
  const tokens = await app.signIn(async (url) => {
    const { callback } = await signInAt(new Browser(), url, user.id);
    await fetch(callback);
  });
  expect(tokens.claims()).toMatchObject({ sub: user.id });
});
