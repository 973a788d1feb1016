import { beforeAll, describe, expect, test } from "vitest";
import { GET as signInRoute } from "@/app/(hosted)/account-security/sign-in/route";
import { GET as resumeRoute } from "@/app/oauth/authorize/[uid]/route";
import { GET as authorizeRoute } from "@/app/oauth/authorize/route";
import { ownClientId } from "@/lib/core/oidc/applications/own-client";
import { readHostedSession } from "@/lib/core/oidc/session/hosted-session";
import { completeLogin } from "@/lib/core/oidc/sign-in/complete-interaction";
import { readInteraction } from "@/lib/core/oidc/sign-in/hosted-interaction";
import { admitToOwnPages } from "@/lib/core/oidc/sign-in/own-sign-in";
import { noRequest } from "@/lib/kernel/caller";
import { now } from "@/lib/kernel/clock";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { aUser } from "@/tests/builders/a-user";
import { anOidcClient } from "@/tests/builders/an-oidc-client";
import { authorizeUrl, Browser, locationOf, signIn, tokenRequest } from "@/tests/support/browser";

let acme: TestEnvironment;
const place = () => ({ tenant: acme.publicId, environment: acme.environmentKey });
beforeAll(async () => {
  acme = await aTenant({ name: "Acme" });
});

const login = (userId: string) => ({
  ...{ userId, authTime: now(), amr: ["pwd"], trustedDeviceId: null, kind: null },
});

const begin = (browser: Browser, query: Record<string, string> = place()) =>
  browser.go(signInRoute, `/account-security/sign-in?${new URLSearchParams(query)}`);

/** Completes the own sign-in without the password and code stages. */
async function signInToOwnPages(browser: Browser, userId: string): Promise<URL> {
  const uid = locationOf(await begin(browser)).searchParams.get("interaction") ?? "";
  const interaction = await readInteraction(uid, browser.read);
  if (!interaction) throw new Error("The browser has no interaction");
  expect(interaction).toMatchObject({ prompt: "login", client: { own: true } });
  const next = await completeLogin(interaction.waiting, login(userId), noRequest);
  return locationOf(await browser.go(resumeRoute, next ?? ""));
}

describe("the sign-in of our own pages", () => {
  test("returns to account security, signed in", async () => {
    const [browser, user] = [new Browser(), await aUser(acme)];
    const arrived = await signInToOwnPages(browser, user.id);
    expect(arrived.pathname).toBe("/account-security");
    expect(arrived.searchParams.get("tenant")).toBe(acme.publicId);
    expect(arrived.searchParams.get("environment")).toBe(acme.environmentKey);
    expect(await readHostedSession(browser.read, acme)).toMatchObject({ userId: user.id });
    const again = locationOf(await begin(browser));
    expect(again.pathname).toBe("/account-security");
  });

  test("is a sign-in to every relying party as well, and no relying party takes part in it", async () => {
    const [browser, user] = [new Browser(), await aUser(acme)];
    await signInToOwnPages(browser, user.id);
    const { sessionId } = (await readHostedSession(browser.read, acme)) ?? {};
    const parties = await inPrismaTransaction(acme, ({ prisma }) =>
      prisma.sessionClient.count({ where: { sessionId } }),
    );
    expect(parties).toBe(0);
    const { callback } = await signIn(browser, await anOidcClient(acme), "nobody is asked");
    expect(callback.searchParams.get("code")).toBeTruthy();
  });

  test("issues a code that can't be redeemed", async () => {
    const arrived = await signInToOwnPages(new Browser(), (await aUser(acme)).id);
    const clientId = ownClientId(place());
    const redirectUri = `${arrived.origin}/account-security?${new URLSearchParams(place())}`;
    const { status, body } = await tokenRequest(
      { id: "", clientId, clientSecret: "", redirectUri },
      {
        grant_type: "authorization_code",
        code: arrived.searchParams.get("code") ?? "",
        redirect_uri: redirectUri,
        code_verifier: "x".repeat(43),
      },
    );
    expect([status, body.error]).toEqual([401, "invalid_client"]);
  });

  test("can't be requested at the authorization endpoint", async () => {
    const client = { id: "", clientId: ownClientId(place()), clientSecret: "" };
    const redirectUri = "http://localhost:3000/account-security";
    const address = authorizeUrl({ ...client, redirectUri }, "x".repeat(43));
    const refused = await new Browser().go(authorizeRoute, address);
    expect(refused.status).toBe(400);
    expect(refused.headers.get("location")).toBeNull();
  });

  test.each([
    ["no tenant", {}],
    ["an unknown tenant", { tenant: "atr_nobody" }],
    ["a tenant that is none", { tenant: "'; --" }],
  ])("sends a browser with %s to account security", async (_, query) => {
    const answer = await begin(new Browser(), query);
    expect(answer.status).toBe(303);
    expect(locationOf(answer).pathname).toBe("/account-security");
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  test("leads to no environment that the tenant doesn't have", async () => {
    const answer = await begin(new Browser(), { tenant: acme.publicId, environment: "moon" });
    expect(locationOf(answer).pathname).toBe("/account-security");
  });
});

describe("a link that authenticates a user", () => {
  const returnTo = "/password-saved?tenant=x";

  test("signs in without a waiting sign-in", async () => {
    const [browser, user] = [new Browser(), await aUser(acme)];
    const admitted = await admitToOwnPages(
      { scope: acme, place: place(), returnTo, context: noRequest },
      login(user.id),
    );
    await browser.go(async () => admitted?.response ?? new Response(), "/set-password");
    const arrived = locationOf(await browser.go(resumeRoute, admitted?.to ?? ""));
    expect(arrived.pathname).toBe("/password-saved");
    expect(await readHostedSession(browser.read, acme)).toMatchObject({ userId: user.id });
  });

  test("replaces the signed-in user, whose session ends", async () => {
    const [browser, before, after] = [new Browser(), await aUser(acme), await aUser(acme)];
    await signInToOwnPages(browser, before.id);
    const old = await readHostedSession(browser.read, acme);
    const admitted = await admitToOwnPages(
      { scope: acme, place: place(), returnTo, context: noRequest },
      login(after.id),
    );
    await browser.go(async () => admitted?.response ?? new Response(), "/set-password");
    expect(await readHostedSession(browser.read, acme)).toMatchObject({ userId: before.id });
    await browser.go(resumeRoute, admitted?.to ?? "");
    expect(await readHostedSession(browser.read, acme)).toMatchObject({ userId: after.id });
    const ended = await inPrismaTransaction(acme, ({ prisma }) =>
      prisma.session.findUniqueOrThrow({ where: { id: old?.sessionId } }),
    );
    expect(ended.revokedAt).not.toBeNull();
  });
});
