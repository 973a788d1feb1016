import { beforeAll, expect, test } from "vitest";
import { GET as resumeRoute } from "@/app/oauth/authorize/[uid]/route";
import { GET as authorizeRoute } from "@/app/oauth/authorize/route";
import { namesAnotherUser } from "@/lib/core/oidc/provider/interaction-policy";
import { readHostedSession } from "@/lib/core/oidc/session/hosted-session";
import {
  completeAsSignedIn,
  completeConsent,
  completeLogin,
} from "@/lib/core/oidc/sign-in/complete-interaction";
import { readInteraction } from "@/lib/core/oidc/sign-in/hosted-interaction";
import { signedInHere } from "@/lib/core/oidc/sign-in/signed-in-here";
import { noRequest } from "@/lib/kernel/caller";
import { now } from "@/lib/kernel/clock";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { aUser } from "@/tests/builders/a-user";
import { anOidcClient, type TestOidcClient } from "@/tests/builders/an-oidc-client";
import {
  authorizeUrl,
  Browser,
  exchangeCode,
  interactionIn,
  locationOf,
  pkce,
  signIn,
} from "@/tests/support/browser";
import { verifiedClaims } from "@/tests/support/id-token";

let acme: TestEnvironment;
let reports: TestOidcClient;
let billing: TestOidcClient;
beforeAll(async () => {
  acme = await aTenant();
  [reports, billing] = [await anOidcClient(acme), await anOidcClient(acme)];
});

async function begin(browser: Browser, client: TestOidcClient, extra: Record<string, string> = {}) {
  const { verifier, challenge } = pkce();
  const target = locationOf(
    await browser.go(authorizeRoute, authorizeUrl(client, challenge, extra)),
  );
  const uid = target.searchParams.get("interaction") ?? "";
  return { verifier, target, uid, interaction: await readInteraction(uid, browser.read) };
}

const goOn = async (browser: Browser, path: string | null | undefined) =>
  locationOf(await browser.go(resumeRoute, path ?? ""));

const loginOf = (userId: string) => ({
  userId,
  authTime: now(),
  amr: ["pwd"],
  trustedDeviceId: null,
  kind: null,
});

const subjectOf = async (client: TestOidcClient, callback: URL, verifier: string) =>
  (
    await verifiedClaims(
      (await exchangeCode(client, { callback, verifier })).body.id_token ?? "",
      client.clientId,
    )
  ).sub;

const signedInAs = async (browser: Browser) =>
  (await readHostedSession(browser.read, acme))?.userId ?? null;

test("a sign-in that waits in a second tab continues by itself once the first has signed in", async () => {
  const ada = await aUser(acme);
  const browser = new Browser();
  const [first, second] = [await begin(browser, reports), await begin(browser, billing)];
  expect(second.interaction && (await signedInHere(second.interaction, browser.read))).toBeNull();
  await goOn(
    browser,
    await completeLogin(await interactionIn(browser, first.uid), loginOf(ada.id), noRequest),
  );
  const here = second.interaction && (await signedInHere(second.interaction, browser.read));
  expect(here).toMatchObject({ email: ada.email, anotherRequestedBy: null });
  const callback = await goOn(browser, second.interaction?.goesOnAt);
  expect(callback.searchParams.get("state")).toBe("the-state");
  expect(await subjectOf(billing, callback, second.verifier)).toBe(ada.id);
});

test("a hint for the signed-in user, by address or id, needs no sign-in, and neither does one for no user", async () => {
  const ada = await aUser(acme);
  const browser = new Browser();
  await signIn(browser, reports, ada.id);
  for (const hint of [ada.email, ada.email.toUpperCase(), ada.id, "+49 30 1234567", "ada", "a b@c"])
    expect(
      (await begin(browser, billing, { login_hint: hint })).target.searchParams.has("code"),
    ).toBe(true);
  expect(namesAnotherUser(ada.id.toUpperCase(), ada)).toBe(false);
});

test("a hint for another user prompts, and the signed-in user may continue as themselves", async () => {
  const [ada, bob] = [await aUser(acme), await aUser(acme)];
  for (const hint of [bob.email, bob.id, "nobody@example.com"]) {
    const browser = new Browser();
    await signIn(browser, reports, ada.id);
    const waiting = await begin(browser, billing, { login_hint: hint });
    expect(waiting.target.pathname).toBe("/login");
    expect(
      waiting.interaction && (await signedInHere(waiting.interaction, browser.read)),
    ).toMatchObject({ email: ada.email, anotherRequestedBy: "application" });
    const next = await completeAsSignedIn(
      await interactionIn(browser, waiting.uid),
      ada.id,
      noRequest,
    );
    const callback = await goOn(browser, next);
    expect(await subjectOf(billing, callback, waiting.verifier)).toBe(ada.id);
  }
});

test("a user who signs in at such a prompt replaces the session, requested or not", async () => {
  const [ada, bob, eve] = [await aUser(acme), await aUser(acme), await aUser(acme)];
  for (const { id } of [bob, eve, ada]) {
    const browser = new Browser();
    await signIn(browser, reports, ada.id);
    const waiting = await begin(browser, billing, { login_hint: bob.email });
    const next = await completeLogin(
      await interactionIn(browser, waiting.uid),
      loginOf(id),
      noRequest,
    );
    const callback = await goOn(browser, next);
    expect(await subjectOf(billing, callback, waiting.verifier)).toBe(id);
    expect(await signedInAs(browser)).toBe(id);
  }
});

test("continuing satisfies the prompt only for the user who chose it, and not by address alone", async () => {
  const [ada, bob, eve] = [await aUser(acme), await aUser(acme), await aUser(acme)];
  const browser = new Browser();
  await signIn(browser, reports, ada.id);
  const waiting = await begin(browser, billing, { login_hint: bob.email });
  const skipped = await goOn(browser, `/oauth/authorize/${waiting.uid}`);
  expect(skipped.pathname).toBe("/login");
  const again = skipped.searchParams.get("interaction") ?? "";
  const next = await completeAsSignedIn(await interactionIn(browser, again), ada.id, noRequest);
  // Another user signs in in another tab before it continues.
  const other = await begin(browser, reports, { login_hint: eve.email });
  await goOn(
    browser,
    await completeLogin(await interactionIn(browser, other.uid), loginOf(eve.id), noRequest),
  );
  expect(await signedInAs(browser)).toBe(eve.id);
  expect((await goOn(browser, next)).pathname).toBe("/login");
});

test("a consent after the prompt does not repeat it", async () => {
  const [ada, bob] = [await aUser(acme), await aUser(acme)];
  const partner = await anOidcClient(acme, { firstParty: false });
  const browser = new Browser();
  await signIn(browser, reports, ada.id);
  const waiting = await begin(browser, partner, { login_hint: bob.email });
  const next = await completeAsSignedIn(
    await interactionIn(browser, waiting.uid),
    ada.id,
    noRequest,
  );
  const consent = await goOn(browser, next);
  expect(consent.pathname).toBe("/consent");
  const uid = consent.searchParams.get("interaction") ?? "";
  // The answer does not fit the prompt.
  expect(await completeAsSignedIn(await interactionIn(browser, uid), ada.id, noRequest)).toBeNull();
  const callback = await goOn(
    browser,
    await completeConsent(await interactionIn(browser, uid), true, noRequest),
  );
  expect(await subjectOf(partner, callback, waiting.verifier)).toBe(ada.id);
});
