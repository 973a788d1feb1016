import "@/tests/support/issuer-port";

import type { AuthOptions } from "next-auth";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { aUser } from "@/tests/builders/a-user";
import { anOidcClient } from "@/tests/builders/an-oidc-client";
import { Browser, signInAt } from "@/tests/support/browser";
import { anIssuerHost } from "@/tests/support/issuer-host";
import { NextAuthApp } from "@/tests/support/next-auth-app";
import { snippetModule } from "@/tests/support/snippet-module";

// The dashboard's snippets run here, over plain http as on a developer's machine.

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
  const profile = "standard" as const;
  return { issuer: host.issuer, clientId, type, profile, redirectUris, postLogoutRedirectUris: [] };
}

test("the snippet for openid-client signs in, refreshes and signs out", async () => {
  const facts = await aClient("confidential", ["https://rp.example.com/callback"]);
  const user = await aUser(acme, { displayName: "Ada" });
  const app = await snippetModule<{
    beginSignIn(): Promise<{ url: string; kept: object }>;
    finishSignIn(
      query: Record<string, string>,
      kept: object,
    ): Promise<{ claims(): object; refresh_token: string; id_token: string }>;
    refresh(token: string): Promise<{ refresh_token: string }>;
    signOutUrl(idToken: string): string;
    endedBy(token: string): Promise<string>;
  }>("fastify", facts);
  const { url, kept } = await app.beginSignIn();
  const { callback } = await signInAt(new Browser(), url, user.id);
  const tokens = await app.finishSignIn(Object.fromEntries(callback.searchParams), kept);
  expect(tokens.claims()).toMatchObject({ sub: user.id, name: "Ada", email: user.email });
  const { refresh_token } = await app.refresh(tokens.refresh_token);
  expect(refresh_token).not.toBe(tokens.refresh_token);
  expect(new URL(app.signOutUrl(tokens.id_token)).pathname).toBe("/oauth/logout");
  await expect(app.endedBy(tokens.id_token)).rejects.toThrow();
});

test("the snippet for next-auth signs in", async () => {
  const facts = await aClient("confidential", ["https://app.example.com/api/auth/callback/atrium"]);
  const user = await aUser(acme, { displayName: "Ada" });
  const { options } = await snippetModule<{ options: AuthOptions }>("next-auth", facts);
  const app = new NextAuthApp(options);
  const { csrfToken } = (await app.go("GET", "csrf")).body as { csrfToken: string };
  const started = await app.go("POST", "signin/atrium", { csrfToken });
  const { callback } = await signInAt(new Browser(), started.location ?? "", user.id);
  await app.go("GET", `callback/atrium${callback.search}`);
  expect((await app.go("GET", "session")).body).toMatchObject({ sid: expect.any(String) });
});

test("the snippet for a program on a person's machine signs in over the loopback interface", async () => {
  const facts = await aClient("public", ["http://127.0.0.1/callback"]);
  const user = await aUser(acme);
  const app = await snippetModule<{
    signIn(open: (url: string) => void): Promise<{ claims(): object }>;
  }>("native", facts);
  const tokens = await app.signIn(async (url) => {
    const { callback } = await signInAt(new Browser(), url, user.id);
    await fetch(callback);
  });
  expect(tokens.claims()).toMatchObject({ sub: user.id });
});
