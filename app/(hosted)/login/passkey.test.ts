import { beforeAll, expect, test } from "vitest";
import { POST as loginForm, GET as loginPage } from "@/app/(hosted)/login/route";
import { GET as resumeRoute } from "@/app/oauth/authorize/[uid]/route";
import { GET as authorizeRoute } from "@/app/oauth/authorize/route";
import { offerPasskey } from "@/lib/core/account-security/offer-passkey";
import {
  beginPasskeyRegistration,
  finishPasskeyRegistration,
} from "@/lib/core/account-security/register-passkey";
import type { CompletedLogin } from "@/lib/core/login/completed-login";
import { hostedCaller } from "@/lib/core/oidc/sign-in/hosted-interaction";
import { noRequest } from "@/lib/kernel/caller";
import { minutesAfter, now } from "@/lib/kernel/clock";
import { config } from "@/lib/kernel/config/config";
import { aPolicy } from "@/tests/builders/a-policy";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { aUser } from "@/tests/builders/a-user";
import { anOidcClient, type TestOidcClient } from "@/tests/builders/an-oidc-client";
import { atMoment } from "@/tests/support/at-moment";
import { eventsOf } from "@/tests/support/audit-events";
import { Authenticator } from "@/tests/support/authenticator";
import { authorizeUrl, Browser, exchangeCode, locationOf, pkce } from "@/tests/support/browser";
import { verifiedClaims } from "@/tests/support/id-token";

let acme: TestEnvironment;
let client: TestOidcClient;
beforeAll(async () => {
  acme = await aTenant({ name: "Acme" });
  client = await anOidcClient(acme);
});

const ourOrigin = () => new URL(config().baseUrl).origin;
const caller = () => hostedCaller({ scope: acme, environmentKey: "live" }, noRequest);

function signedIn(userId: string, amr = ["pwd", "otp"]): CompletedLogin {
  return { userId, authTime: now(), amr, trustedDeviceId: null, kind: null };
}

/** Adds a passkey to a user by the offer after a sign-in. */
async function addPasskey(userId: string, key: Authenticator) {
  const offer = await offerPasskey(caller(), signedIn(userId));
  const registrant = { enrolmentToken: offer?.token ?? "", channel: "hosted" } as const;
  const { token, options } = await beginPasskeyRegistration(caller(), registrant);
  const response = { ...key.register(options), type: "public-key" as const };
  return finishPasskeyRegistration(caller(), registrant, { token, response, name: null });
}

/** Starts a sign-in.
 *  @returns the browser, the address of its page, and the page's passkey options */
async function startSignIn() {
  const browser = new Browser();
  const { challenge, verifier } = pkce();
  const { pathname, search } = locationOf(
    await browser.go(authorizeRoute, authorizeUrl(client, challenge)),
  );
  const address = pathname + search;
  return { browser, verifier, address, ...(await offeredAt(browser, address)) };
}

async function offeredAt(browser: Browser, address: string) {
  return offeredBy(await (await browser.go(loginPage, address)).text());
}

function offeredBy(html: string) {
  const json = /data-passkey-get="([^"]+)"/.exec(html)?.[1]?.replaceAll("&quot;", '"') ?? "null";
  const token = /name="passkeyToken" value="([^"]+)"/.exec(html)?.[1] ?? "";
  return { options: JSON.parse(json) as { challenge: string; rpId: string }, token };
}

function send(browser: Browser, address: string, token: string, answer: object) {
  const fields = { intent: "passkey", passkeyToken: token, passkey: JSON.stringify(answer) };
  return browser.go(loginForm, address, {
    method: "POST",
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      origin: ourOrigin(),
    },
    body: new URLSearchParams(fields).toString(),
  });
}

const rejected = "This passkey was not accepted.";

test("a passkey alone signs in, and the ID token says how", async () => {
  const user = await aUser(acme);
  const key = new Authenticator(ourOrigin(), { backupEligible: true });
  const { recoveryCodes, login } = await addPasskey(user.id, key);
  expect([recoveryCodes?.length, login]).toEqual([10, null]);
  const { browser, verifier, address, options, token } = await startSignIn();
  expect(options).toMatchObject({ rpId: new URL(ourOrigin()).hostname, allowCredentials: [] });
  const sent = await send(browser, address, token, key.authenticate(options));
  expect(sent.status).toBe(303);
  const html = await (await browser.go(loginPage, address)).text();
  const on = /http-equiv="refresh" content="0;url=([^"]+)"/.exec(html)?.[1] ?? "";
  const callback = locationOf(await browser.go(resumeRoute, on.replaceAll("&amp;", "&")));
  const { body } = await exchangeCode(client, { callback, verifier });
  expect(await verifiedClaims(body.id_token ?? "", client.clientId)).toMatchObject({
    sub: user.id,
    amr: ["swk", "user", "mfa"],
  });
});

test("expired options are reported as such, and replaced", async () => {
  const user = await aUser(acme);
  const key = new Authenticator(ourOrigin());
  await addPasskey(user.id, key);
  const { browser, address, options, token } = await startSignIn();
  const late = await atMoment(minutesAfter(new Date(), 5.1), () =>
    send(browser, address, token, key.authenticate(options)),
  );
  expect(late.status).toBe(422);
  const html = await late.text();
  expect(html).toContain("The time for the passkey was over. Try again.");
  const anew = offeredBy(html);
  expect(anew.token).not.toBe(token);
  const again = await send(browser, address, anew.token, key.authenticate(anew.options));
  expect(again.status).toBe(303);
});

test("options belong to one browser, and work once", async () => {
  const user = await aUser(acme);
  const key = new Authenticator(ourOrigin(), { counts: false });
  await addPasskey(user.id, key);
  const [mine, other] = [await startSignIn(), await startSignIn()];
  const answer = key.authenticate(mine.options);
  const elsewhere = await send(other.browser, other.address, mine.token, answer);
  expect([elsewhere.status, await elsewhere.text()]).toEqual([
    422,
    expect.stringContaining("The time for the passkey was over."),
  ]);
  const sent = await Promise.all(
    Array.from({ length: 4 }, () => send(mine.browser, mine.address, mine.token, answer)),
  );
  const statuses = sent.map(({ status }) => status);
  // Requests after the winner find the sign-in answered, and are redirected on with it.
  expect(statuses.filter((status) => status === 303).length).toBeGreaterThanOrEqual(1);
  const events = await eventsOf(acme, user.id);
  expect(events.filter((kind) => kind === "login.succeeded")).toHaveLength(1);
});

test("an answer of another site, of an unknown passkey or of no browser is the same refusal", async () => {
  const user = await aUser(acme);
  const key = new Authenticator(ourOrigin());
  await addPasskey(user.id, key);
  const answers = [
    (options: { challenge: string; rpId: string }) =>
      key.authenticate(options, { origin: "https://attacker.example" }),
    (options: { challenge: string; rpId: string }) =>
      key.authenticate(options, { userVerified: false }),
    (options: { challenge: string; rpId: string }) =>
      new Authenticator(ourOrigin()).authenticate(options),
    () => ({ id: "nothing" }),
  ];
  for (const answer of answers) {
    const { browser, address, options, token } = await startSignIn();
    const refused = await send(browser, address, token, answer(options));
    expect([refused.status, await refused.text()]).toEqual([
      422,
      expect.stringContaining(rejected),
    ]);
  }
});

test("a tenant that accepts no passkeys is offered none", async () => {
  const tenant = await aTenant();
  await aPolicy(tenant, { allowedFactors: ["email_otp", "totp"] });
  const own = await anOidcClient(tenant);
  const browser = new Browser();
  const page = locationOf(await browser.go(authorizeRoute, authorizeUrl(own, pkce().challenge)));
  const html = await (await browser.go(loginPage, page.pathname + page.search)).text();
  expect(offeredBy(html)).toEqual({ options: null, token: "" });
  const { id } = await aUser(tenant);
  const of = hostedCaller({ scope: tenant, environmentKey: "live" }, noRequest);
  expect(await offerPasskey(of, signedIn(id))).toBeNull();
});

test("a passkey is offered once, also to parallel sign-ins, and only while the sign-in is a fresh proof", async () => {
  const { id } = await aUser(acme);
  const offers = await Promise.all(
    Array.from({ length: 4 }, () => offerPasskey(caller(), signedIn(id))),
  );
  const made = offers.filter((offer) => offer !== null);
  expect(made).toHaveLength(1);
  const registrant = { enrolmentToken: made[0]?.token ?? "", channel: "hosted" } as const;
  await beginPasskeyRegistration(caller(), registrant);
  await expect(
    atMoment(minutesAfter(new Date(), 5.1), () => beginPasskeyRegistration(caller(), registrant)),
  ).rejects.toMatchObject({ reason: "invalid_credentials" });
});
