import { beforeEach, expect, test } from "vitest";
import { GET as resumeRoute } from "@/app/oauth/authorize/[uid]/route";
import { GET as authorizeRoute } from "@/app/oauth/authorize/route";
import { completeConsent } from "@/lib/core/oidc/sign-in/complete-interaction";
import { recordRefusedAuthorization } from "@/lib/core/oidc-clients/record-refused-authorization";
import { listRefusals } from "@/lib/core/oidc-clients/refused-authorization-store";
import { noRequest } from "@/lib/kernel/caller";
import { inBatch } from "@/lib/kernel/db/batch";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { aUser } from "@/tests/builders/a-user";
import { anApp } from "@/tests/builders/an-app";
import { anOidcClient, type TestOidcClient } from "@/tests/builders/an-oidc-client";
import { authorizeUrl, Browser, interactionIn, pkce, signIn } from "@/tests/support/browser";

let acme: TestEnvironment;
let client: TestOidcClient;
beforeEach(async () => {
  acme = await aTenant();
  client = await anOidcClient(acme);
});

const refusals = (of = client) => inBatch(acme, (db) => listRefusals(db, of.id));
const ask = (extra: Record<string, string>) =>
  new Browser().go(authorizeRoute, authorizeUrl(client, pkce().challenge, extra));

test("an unregistered address is recorded without its secret parts, and counted", async () => {
  for (const code of ["one", "two"])
    await ask({ redirect_uri: `https://ada:pw@elsewhere.example.com/back?code=${code}#t` });
  expect(await refusals()).toMatchObject([
    {
      cause: "address",
      error: "invalid_request",
      redirectUri: "https://elsewhere.example.com/back",
      times: 2,
    },
  ]);
});

test("an error in the parameters is recorded as the application receives it", async () => {
  await ask({ response_type: "token" });
  await ask({ code_challenge: "short" });
  const noted = await refusals();
  expect(noted.map(({ cause, description }) => `${cause}: ${description}`).toSorted()).toEqual([
    "parameters: code_challenge must be the base64url form of a SHA-256 hash",
    "parameters: response_type must be code",
  ]);
});

test("a person who declines is recorded as such: the client needs no change", async () => {
  const partner = await anOidcClient(acme, { firstParty: false });
  const browser = new Browser();
  const { callback } = await signIn(browser, partner, (await aUser(acme)).id);
  const uid = callback.searchParams.get("interaction") ?? "";
  const next = await completeConsent(await interactionIn(browser, uid), false, noRequest);
  expect(await refusals(partner)).toEqual([]);
  await browser.go(resumeRoute, next ?? "");
  expect(await refusals(partner)).toMatchObject([{ cause: "person", error: "access_denied" }]);
});

test("a user refused by the app's rules is recorded with the reason", async () => {
  const app = await anApp(acme);
  const guarded = await anOidcClient(acme, { appId: app.id });
  const user = await aUser(acme);
  await signIn(new Browser(), guarded, user.id);
  expect(await refusals(guarded)).toMatchObject([
    { cause: "access", error: "access_denied", errorCode: "no_membership", times: 1 },
  ]);
});

test("a valid request records nothing, and a refusal is visible only in its own tenant", async () => {
  await ask({});
  expect(await refusals()).toEqual([]);
  await ask({ response_type: "token" });
  const other = await aTenant();
  expect(await inBatch(other, (db) => listRefusals(db, client.id))).toEqual([]);
});

test("a flood is answered and not recorded, and wrong addresses displace no other cause", async () => {
  const user = { error: "access_denied", errorCode: "no_role", description: "" };
  await recordRefusedAuthorization(acme, client.id, { ...user, cause: "access" });
  for (let at = 0; at < 40; at += 1) {
    const response = await ask({ redirect_uri: `https://elsewhere.example.com/${at}` });
    expect(response.status).toBe(400);
  }
  const noted = await refusals();
  expect(noted.filter(({ cause }) => cause === "access")).toHaveLength(1);
  expect(noted.filter(({ cause }) => cause === "address")).toHaveLength(12);
  const addresses = noted.map(({ redirectUri }) => redirectUri);
  // Nineteen are recorded besides the one above; the newest twelve of them are stored.
  expect(addresses).toContain("https://elsewhere.example.com/18");
  expect(addresses).not.toContain("https://elsewhere.example.com/6");
  expect(addresses).not.toContain("https://elsewhere.example.com/19");
});

test("parallel refusals of one kind are all counted", async () => {
  await Promise.all(Array.from({ length: 10 }, () => ask({ response_type: "token" })));
  expect(await refusals()).toMatchObject([{ times: 10 }]);
});

test("one of our own pages, which is no stored client, records nothing and does not fail", async () => {
  const id = "01900000-0000-7000-8000-000000000000";
  await recordRefusedAuthorization(acme, id, {
    cause: "person",
    error: "access_denied",
    description: "",
  });
  const rows = await inPrismaTransaction(acme, ({ prisma }) => prisma.refusedAuthorization.count());
  expect(rows).toBe(0);
});
