import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { addAdministrator } from "@/lib/core/administrators/add-administrator";
import {
  administratorSince,
  endAdministrator,
} from "@/lib/core/administrators/administrator-store";
import { liveAdministrator } from "@/lib/core/administrators/live-administrator";
import { setUpPlatform } from "@/lib/core/platform/set-up-platform";
import { endSessions } from "@/lib/core/sessions/end-sessions";
import { writeFactorTypes } from "@/lib/core/users/factor-note-store";
import { type Caller, noRequest } from "@/lib/kernel/caller";
import { minutesAfter, now } from "@/lib/kernel/clock";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { aPolicy } from "@/tests/builders/a-policy";
import { aSession } from "@/tests/builders/a-session";
import { aTenant } from "@/tests/builders/a-tenant";

const actor = { type: "operator", id: "tests" } as const;
let platform: Caller;

beforeAll(async () => {
  platform = {
    ...(await setUpPlatform(actor)),
    environmentKey: "platform",
    actor,
    context: noRequest,
  };
});

/** A user signed in to the dashboard, as its cookie names them. */
async function signedIn(authTime = now()) {
  const session = await aSession(platform, {
    kind: "hosted",
    oidcSessionUid: randomUUID(),
    authTime,
  });
  const sid = randomUUID();
  await inPrismaTransaction(platform, async ({ prisma, tenantId, environmentId }) => {
    const client = await prisma.oidcClient.findFirstOrThrow({ where: { environmentId } });
    await prisma.sessionClient.create({
      data: { tenantId, environmentId, sessionId: session.id, oidcClientId: client.id, sid },
    });
  });
  return { session, token: { userId: session.userId, sid } };
}

test("a signed-in user is found, with the tenants they administer", async () => {
  const acme = await aTenant({ name: "Administered" });
  const { session, token } = await signedIn();
  await addAdministrator(acme, { id: session.userId, email: session.email }, "viewer");
  expect(await liveAdministrator(token)).toMatchObject({
    email: session.email,
    tenants: [{ tenantName: "Administered", role: "viewer" }],
  });
});

test("ending the session ends the dashboard on the next page", async () => {
  const { session, token } = await signedIn();
  const by = { actor, context: noRequest, reason: "test", at: now() };
  await inPrismaTransaction(platform, (transaction) =>
    endSessions(transaction, { userId: session.userId }, by),
  );
  expect(await liveAdministrator(token)).toBeNull();
});

test("suspending the administrator ends it, and so does the session's absolute end", async () => {
  const suspended = await signedIn();
  await inPrismaTransaction(platform, ({ prisma }) =>
    prisma.user.update({
      where: { id: suspended.session.userId },
      data: { status: "suspended", suspendedAt: now() },
    }),
  );
  expect(await liveAdministrator(suspended.token)).toBeNull();
  expect(await liveAdministrator((await signedIn(minutesAfter(now(), -720))).token)).toBeNull();
  expect(await liveAdministrator((await signedIn(minutesAfter(now(), -719))).token)).not.toBeNull();
});

/** Moves the session's last activity back by this many minutes. */
async function idleFor(minutes: number, { session }: Awaited<ReturnType<typeof signedIn>>) {
  const lastActiveAt = minutesAfter(now(), -minutes);
  await inPrismaTransaction(platform, ({ prisma }) =>
    prisma.session.update({ where: { id: session.id }, data: { lastActiveAt } }),
  );
}

test("the dashboard goes idle by the policy, and each requested page is activity", async () => {
  const used = await signedIn(minutesAfter(now(), -60));
  await idleFor(29, used);
  expect(await liveAdministrator(used.token)).not.toBeNull();
  const { lastActiveAt } = await inPrismaTransaction(platform, ({ prisma }) =>
    prisma.session.findUniqueOrThrow({ where: { id: used.session.id } }),
  );
  expect(lastActiveAt.getTime()).toBeGreaterThan(minutesAfter(now(), -1).getTime());
  await idleFor(30, used);
  expect(await liveAdministrator(used.token)).toBeNull();
  // A check is no activity of an idle session.
  expect(await liveAdministrator(used.token)).toBeNull();
});

test("a shorter idle time in the policy counts on the next page", async () => {
  const used = await signedIn(minutesAfter(now(), -60));
  await idleFor(16, used);
  await aPolicy(platform, { idleTimeoutMinutes: 15 });
  expect(await liveAdministrator(used.token)).toBeNull();
  await aPolicy(platform, { idleTimeoutMinutes: null });
  expect(await liveAdministrator(used.token)).not.toBeNull();
});

test("a cookie that names another user's session, or none, is refused", async () => {
  const [one, other] = [await signedIn(), await signedIn()];
  expect(await liveAdministrator({ ...one.token, userId: other.token.userId })).toBeNull();
  expect(await liveAdministrator({ ...one.token, sid: "unknown" })).toBeNull();
});

test("the accepted fresh proofs depend on the user's factors", async () => {
  const { session, token } = await signedIn();
  expect(await liveAdministrator(token)).toMatchObject({
    proofMethods: ["password", "email_otp"],
    lacksFactor: true,
  });
  await inTransaction(platform, (db) => writeFactorTypes(db, session.userId, ["totp"]));
  expect(await liveAdministrator(token)).toMatchObject({
    proofMethods: ["totp"],
    lacksFactor: false,
    // Signed in by password and mailed code, which do not replace the app.
    proofExpiresAt: null,
  });
});

test("the policy of the platform's own tenant decides whether operators need a factor", async () => {
  const { token } = await signedIn();
  expect(await liveAdministrator(token)).toMatchObject({ operatorsRequireFactor: false });
  await aPolicy(platform, { administratorsRequireFactor: true });
  expect(await liveAdministrator(token)).toMatchObject({ operatorsRequireFactor: true });
  await aPolicy(platform, { administratorsRequireFactor: null });
});

test("a user is an administrator from acceptance until removal", async () => {
  const acme = await aTenant({ name: "Since" });
  const { userId, email } = (await signedIn()).session;
  const since = () => inTransaction(acme, (db) => administratorSince(db, userId));
  expect(await since()).toBeNull();
  const before = now();
  await addAdministrator(acme, { id: userId, email }, "admin");
  expect((await since())?.getTime()).toBeGreaterThanOrEqual(before.getTime());
  await inTransaction(acme, (db) => endAdministrator(db, userId));
  expect(await since()).toBeNull();
});
