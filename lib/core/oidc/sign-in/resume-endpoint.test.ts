import { beforeAll, expect, test } from "vitest";
import { GET as resumeRoute } from "@/app/oauth/authorize/[uid]/route";
import { GET as authorizeRoute } from "@/app/oauth/authorize/route";
import { readHostedSession } from "@/lib/core/oidc/session/hosted-session";
import { completeLogin } from "@/lib/core/oidc/sign-in/complete-interaction";
import { suspendUser } from "@/lib/core/user-lifecycle/suspend-user";
import { noRequest } from "@/lib/kernel/caller";
import { now } from "@/lib/kernel/clock";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { aUser } from "@/tests/builders/a-user";
import { anOidcClient, type TestOidcClient } from "@/tests/builders/an-oidc-client";
import {
  authorizeUrl,
  Browser,
  interactionIn,
  locationOf,
  pkce,
  signIn,
} from "@/tests/support/browser";

let acme: TestEnvironment;
let client: TestOidcClient;
beforeAll(async () => {
  acme = await aTenant();
  client = await anOidcClient(acme);
});

/** Starts a sign-in in this browser and authenticates a user, but does not continue it. */
async function upToResume(browser: Browser, userId: string): Promise<string> {
  const started = await browser.go(authorizeRoute, authorizeUrl(client, pkce().challenge));
  const uid = locationOf(started).searchParams.get("interaction") ?? "";
  const login = { userId, authTime: now(), amr: ["pwd"], trustedDeviceId: null, kind: null };
  return (await completeLogin(await interactionIn(browser, uid), login, noRequest)) ?? "";
}

const signedInAs = async (browser: Browser) =>
  (await readHostedSession(browser.read, acme))?.userId ?? null;

test("a link to another person's sign-in neither signs out nor signs in the person who follows it", async () => {
  const [ada, mallory] = [await aUser(acme), await aUser(acme)];
  const hers = new Browser();
  await signIn(hers, client, ada.id);
  const theirs = new Browser();
  const address = await upToResume(theirs, mallory.id);
  const { lastActiveAt } = await sessionOf(ada.id);
  const followed = await hers.go(resumeRoute, address);
  expect(followed.status).toBe(400);
  expect(followed.headers.get("location")).toBeNull();
  expect(followed.headers.getSetCookie()).toEqual([]);
  expect(await sessionOf(ada.id)).toMatchObject({ revokedAt: null, lastActiveAt });
  expect(await signedInAs(hers)).toBe(ada.id);
  const own = locationOf(await theirs.go(resumeRoute, address));
  expect(own.searchParams.get("code")).toBeTruthy();
  expect(await signedInAs(theirs)).toBe(mallory.id);
});

const sessionOf = (userId: string) =>
  inPrismaTransaction(acme, ({ prisma }) => prisma.session.findFirstOrThrow({ where: { userId } }));

test("an unknown sign-in gets the same answer as another browser's", async () => {
  const address = await upToResume(new Browser(), (await aUser(acme)).id);
  const ask = async (path: string) => {
    const response = await new Browser().go(resumeRoute, path);
    return [response.status, (await response.text()).replaceAll(path.split("?")[0] ?? "", "")];
  };
  const unknown = address.replace(/authorize\/[^?]+/, "authorize/AAAAAAAAAAAAAAAAAAAAA");
  expect(await ask(address)).toEqual(await ask(unknown));
});

test("a user who was suspended after the password is refused, and replaces no session", async () => {
  const [ada, bob] = [await aUser(acme), await aUser(acme)];
  const browser = new Browser();
  const address = await upToResume(browser, bob.id);
  await signIn(browser, client, ada.id);
  await suspendUser(acme, bob.id, null);
  const answer = await browser.go(resumeRoute, address);
  expect(Object.fromEntries(locationOf(answer).searchParams)).toMatchObject({
    error: "access_denied",
    state: "the-state",
  });
  expect(await signedInAs(browser)).toBe(ada.id);
  expect((await browser.go(resumeRoute, address)).status).toBe(400);
});

test("a user who is suspended at the same moment is signed in or refused, never an internal error", async () => {
  for (let round = 0; round < 6; round += 1) {
    const user = await aUser(acme);
    const browser = new Browser();
    const address = await upToResume(browser, user.id);
    const [answer] = await Promise.all([
      browser.go(resumeRoute, address),
      new Promise((resolve) => setTimeout(resolve, round * 4)).then(() =>
        suspendUser(acme, user.id, null),
      ),
    ]);
    expect(answer.status).toBe(303);
    const { code, error } = Object.fromEntries(locationOf(answer).searchParams);
    expect(error ?? Boolean(code)).toBe(code ? true : "access_denied");
    expect(await signedInAs(browser)).toBeNull();
  }
});
