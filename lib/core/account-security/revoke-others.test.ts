import { beforeAll, expect, test } from "vitest";
import { readAccountSessions } from "@/lib/core/account-security/read-account-security";
import { revokeAccountSession } from "@/lib/core/account-security/revoke-account-session";
import {
  revokeOtherSessions,
  revokeOthersAndDevices,
} from "@/lib/core/account-security/revoke-others";
import { readHostedSession } from "@/lib/core/oidc/session/hosted-session";
import { minutesAfter } from "@/lib/kernel/clock";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { aUser } from "@/tests/builders/a-user";
import { anApp } from "@/tests/builders/an-app";
import { anOidcClient, type TestOidcClient } from "@/tests/builders/an-oidc-client";
import { eventsOf } from "@/tests/support/audit-events";
import { Browser, exchangeCode, signIn, tokenRequest } from "@/tests/support/browser";

let acme: TestEnvironment;
let client: TestOidcClient;
let appId: string;
beforeAll(async () => {
  acme = await aTenant();
  appId = (await anApp(acme)).id;
  client = await anOidcClient(acme, { backchannelLogoutUri: "https://rp.example.com/logout" });
});

async function tokensOf(browser: Browser, userId: string) {
  const { body } = await exchangeCode(client, await signIn(browser, client, userId));
  const session = await readHostedSession(browser.read, acme);
  if (!session) throw new Error("The browser is not signed in");
  return { sessionId: session.sessionId, refreshToken: body.refresh_token ?? "" };
}

const refresh = (refreshToken: string) =>
  tokenRequest(client, { grant_type: "refresh_token", refresh_token: refreshToken });

const sessionRow = (id: string) =>
  inPrismaTransaction(acme, ({ prisma }) => prisma.session.findUniqueOrThrow({ where: { id } }));

/** Moves the session past its absolute end; with the flag, the sweep has run as well. */
async function runOut(id: string, isSwept: boolean) {
  const { authTime } = await sessionRow(id);
  const data = {
    authTime: minutesAfter(authTime, -721),
    ...(isSwept ? { expiredAt: new Date() } : {}),
  };
  await inPrismaTransaction(acme, ({ prisma }) => prisma.session.update({ where: { id }, data }));
}

/** A user who is signed in here, and whose sign-in elsewhere expired while its application continues. */
async function withAnotherThatRanOut(isSwept: boolean) {
  const user = await aUser(acme);
  const elsewhere = await tokensOf(new Browser(), user.id);
  const here = await tokensOf(new Browser(), user.id);
  await runOut(elsewhere.sessionId, isSwept);
  const current = (await sessionRow(here.sessionId)).accountSessionId;
  return { user, elsewhere, here, current };
}

for (const isSwept of [false, true]) {
  const state = isSwept ? "expired" : "just past its absolute end";

  test(`revoking the others ends the refresh tokens of a session that is ${state}, and keeps one's own`, async () => {
    for (const owner of [appId, null]) {
      const { user, elsewhere, here, current } = await withAnotherThatRanOut(isSwept);
      const account = { userId: user.id, appId: owner };
      expect(await revokeOtherSessions(acme, account, current)).toBe(1);
      expect((await refresh(elsewhere.refreshToken)).body.error).toBe("invalid_grant");
      expect((await refresh(here.refreshToken)).status).toBe(200);
      expect(await eventsOf(acme, elsewhere.sessionId)).toContain("session.revoked");
      expect(await revokeOtherSessions(acme, account, current)).toBe(0);
    }
  });

  test(`a session that is ${state} is listed while an application holds tokens of it, until it is ended`, async () => {
    const { user, elsewhere, current } = await withAnotherThatRanOut(isSwept);
    const account = { userId: user.id, appId };
    const { sessions } = await readAccountSessions(acme, account);
    const { accountSessionId: handle } = await sessionRow(elsewhere.sessionId);
    const listed = sessions.find(({ id }) => id === elsewhere.sessionId);
    expect(listed).toMatchObject({ live: false, clientName: "Reports portal" });
    expect(listed?.tokensUntil?.getTime()).toBeGreaterThan(minutesAfter(new Date(), 60).getTime());
    // It is not a live session, and only a live one may name the others.
    await expect(revokeOtherSessions(acme, account, handle)).rejects.toThrow();
    expect(await revokeAccountSession(acme, account, handle)).toBe(1);
    expect(await revokeAccountSession(acme, account, handle)).toBe(0);
    expect((await refresh(elsewhere.refreshToken)).body.error).toBe("invalid_grant");
    const left = (await readAccountSessions(acme, account)).sessions;
    expect(left.map(({ accountSessionId }) => accountSessionId)).toEqual([current]);
  });
}

test("an expired session that left nothing behind is not listed, and ending it returns zero", async () => {
  const { user, elsewhere, current } = await withAnotherThatRanOut(true);
  await inPrismaTransaction(acme, async ({ prisma }) => {
    const { oidcSessionUid } = await sessionRow(elsewhere.sessionId);
    await prisma.oidcPayload.deleteMany({ where: { uid: oidcSessionUid } });
  });
  const account = { userId: user.id, appId: null };
  const { sessions } = await readAccountSessions(acme, account);
  expect(sessions.map(({ accountSessionId }) => accountSessionId)).toEqual([current]);
  expect(await revokeOthersAndDevices(acme, account, current)).toEqual({ sessions: 0, devices: 0 });
});

test("a refresh in progress while the others are revoked leaves no token of an expired session behind", async () => {
  for (let round = 0; round < 5; round += 1) {
    const { user, elsewhere, current } = await withAnotherThatRanOut(true);
    await Promise.all([
      refresh(elsewhere.refreshToken),
      new Promise((resolve) => setTimeout(resolve, round * 4)).then(() =>
        revokeOtherSessions(acme, { userId: user.id, appId }, current),
      ),
    ]);
    const { oidcSessionUid: uid } = await sessionRow(elsewhere.sessionId);
    const left = await inPrismaTransaction(acme, ({ prisma }) =>
      prisma.oidcPayload.count({ where: { uid } }),
    );
    expect(left).toBe(0);
  }
});
