import { beforeAll, describe, expect, test } from "vitest";
import { POST } from "@/app/api/v1/auth/password/change/route";
import { POST as reverifyRoute } from "@/app/api/v1/auth/session/reverify/route";
import { issueOneTimeSecret } from "@/lib/core/one-time/issue-one-time-secret";
import { findLiveOneTimeSecret } from "@/lib/core/one-time/one-time-store";
import { hashPassword } from "@/lib/core/passwords/password-hash";
import { createTrustedDevice } from "@/lib/core/trusted-devices/create-trusted-device";
import { now } from "@/lib/kernel/clock";
import { hashSecret } from "@/lib/kernel/crypto/secrets";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";
import { aMachineToken } from "@/tests/builders/a-machine-token";
import { aPolicy } from "@/tests/builders/a-policy";
import { aSession, type TestSession } from "@/tests/builders/a-session";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { A_PASSWORD, aUser } from "@/tests/builders/a-user";
import { eventsOf } from "@/tests/support/audit-events";
import { callPreflight } from "@/tests/support/call-login";
import { type Answer, call } from "@/tests/support/call-route";
import { queuedMail } from "@/tests/support/queued-mail";
import { untilBlocked } from "@/tests/support/until-blocked";

const NEXT = "seven quiet lamps in fog";
let acme: TestEnvironment;
let token: string;

beforeAll(async () => {
  acme = await aTenant({ name: "Wonderfactory" });
  token = await aMachineToken(acme, ["users:password_change", "sessions:reverify"]);
  await aPolicy(acme, { loginOtp: "never" });
});

function change(session: { id: string }, body: object = {}): Promise<Answer> {
  return call(POST, {
    method: "POST",
    path: "/api/v1/auth/password/change",
    token,
    headers: { "x-end-user-ip": "203.0.113.9" },
    body: {
      session_id: session.id,
      current_password: A_PASSWORD,
      new_password: NEXT,
      ...body,
    },
  });
}

async function signedIn(): Promise<TestSession> {
  const { id: userId } = await aUser(acme);
  return aSession(acme, { userId });
}

const isRevoked = async ({ id }: TestSession) =>
  (
    await inPrismaTransaction(acme, ({ prisma }) =>
      prisma.session.findUniqueOrThrow({ where: { id } }),
    )
  ).revokedAt !== null;
const canSignIn = async ({ email }: TestSession, password: string) =>
  (await callPreflight(acme, { email, password })).status === 200;
const wrong = { current_password: "not the password" };

test("the new password works, the old one does not, and the user gets an email", async () => {
  const session = await signedIn();
  const answer = await change(session);
  expect(answer).toMatchObject({ status: 200, body: { revoked: 0 } });
  expect(await canSignIn(session, NEXT)).toBe(true);
  expect(await canSignIn(session, A_PASSWORD)).toBe(false);
  const [mail] = await queuedMail(acme, session.email);
  expect(mail).toMatchObject({
    template: "password_changed",
    props: {
      ipAddress: "203.0.113.9",
      accountSecurityUrl: expect.stringContaining(acme.publicId),
    },
  });
  expect(await eventsOf(acme, session.userId)).toContain("user.password_changed");
});

test("other sessions continue unless the request ends them", async () => {
  const session = await signedIn();
  const other = await aSession(acme, { userId: session.userId });
  await change(session);
  expect(await isRevoked(other)).toBe(false);
});

test("revoke_other_sessions ends all the others, and not the caller's own", async () => {
  const session = await signedIn();
  const others = [
    await aSession(acme, { userId: session.userId }),
    await aSession(acme, { userId: session.userId, kind: "hosted", oidcSessionUid: "browser-1" }),
  ];
  const otherUser = await signedIn();
  const answer = await change(session, { revoke_other_sessions: true });
  expect(answer).toMatchObject({ status: 200, body: { revoked: 2 } });
  expect(await Promise.all(others.map(isRevoked))).toEqual([true, true]);
  expect(await isRevoked(session)).toBe(false);
  expect(await isRevoked(otherUser)).toBe(false);
});

test("links and grants that were made before stop working", async () => {
  const session = await signedIn();
  const { secret } = await inPrismaTransaction(acme, (t) =>
    issueOneTimeSecret(t, "password_reset", session.userId),
  );
  await change(session);
  const live = await inPrismaTransaction(acme, (t) =>
    findLiveOneTimeSecret(t, ["password_reset"], hashSecret(secret), now()),
  );
  expect(live).toBeNull();
});

test("a wrong present password is a plain 401 and changes nothing", async () => {
  const session = await signedIn();
  const answer = await change(session, wrong);
  expect(answer.status).toBe(401);
  expect(Object.keys(answer.body as object).sort()).toEqual(["detail", "status", "title"]);
  expect(await canSignIn(session, A_PASSWORD)).toBe(true);
  expect(await eventsOf(acme, session.userId)).toContain("user.password_change_failed");
});

describe("a new password that an attacker would guess", () => {
  test.each([
    ["too short", "kelp4"],
    ["too long", "kelp and 4 chairs ".repeat(8)],
    ["common", "password123"],
    ["the tenant's name", "Wonderfactory1"],
  ])("%s is a 422 that says why", async (_, password) => {
    const session = await signedIn();
    const answer = await change(session, { new_password: password });
    expect(answer.status).toBe(422);
    expect((answer.body as { detail: string }).detail).toMatch(/^The password is/);
  });

  test("the user's own address is a 422 as well", async () => {
    const session = await signedIn();
    expect((await change(session, { new_password: session.email })).status).toBe(422);
  });

  test("is not reported to a caller who does not know the current one", async () => {
    const session = await signedIn();
    expect((await change(session, { ...wrong, new_password: "kelp4" })).status).toBe(401);
  });
});

describe("the brake", () => {
  test("after five failures even the right password waits", async () => {
    const session = await signedIn();
    for (let attempt = 0; attempt < 5; attempt++)
      expect((await change(session, wrong)).status).toBe(401);
    const refused = await change(session);
    expect(refused).toMatchObject({ status: 429, body: { code: "rate_limited" } });
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  });

  test("it is neither the step-up's nor the login's", async () => {
    const session = await signedIn();
    for (let attempt = 0; attempt < 6; attempt++) await change(session, wrong);
    const steppedUp = await call(reverifyRoute, {
      method: "POST",
      path: "/api/v1/auth/session/reverify",
      token,
      body: { session_id: session.id, method: "password", password: A_PASSWORD },
    });
    expect(steppedUp.status).toBe(200);
    expect(await canSignIn(session, A_PASSWORD)).toBe(true);
  });

  test("a weak new password does not count as a failed proof", async () => {
    const session = await signedIn();
    for (let attempt = 0; attempt < 6; attempt++)
      expect((await change(session, { new_password: "kelp4" })).status).toBe(422);
    expect((await change(session)).status).toBe(200);
  });
});

test("one of parallel changes that prove the same password succeeds", async () => {
  const session = await signedIn();
  const answers = await Promise.all(
    Array.from({ length: 4 }, (_, index) => change(session, { new_password: `${NEXT} ${index}` })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});

test("a hash that a sign-in replaced while the password was proven does not make it wrong", async () => {
  const session = await signedIn();
  const rehashed = await hashPassword(acme, A_PASSWORD);
  const changed = change(session);
  await inPrismaTransaction(acme, async ({ prisma }) => {
    // Locks the row until after the password was verified.
    await prisma.user.update({ where: { id: session.userId }, data: { passwordHash: rehashed } });
    await untilBlocked();
  });
  expect((await changed).status).toBe(200);
  expect(await canSignIn(session, NEXT)).toBe(true);
});

test("a revoked session changes nothing", async () => {
  const session = await signedIn();
  await inPrismaTransaction(acme, ({ prisma }) =>
    prisma.session.update({ where: { id: session.id }, data: { revokedAt: new Date() } }),
  );
  expect(await change(session)).toMatchObject({ status: 401, body: { code: "revoked" } });
  expect(await canSignIn(session, A_PASSWORD)).toBe(true);
});

test("the scope users:password_change is needed", async () => {
  const without = await aMachineToken(acme, ["sessions:reverify"]);
  const answer = await call(POST, {
    method: "POST",
    path: "/api/v1/auth/password/change",
    token: without,
    body: {},
  });
  expect(answer.status).toBe(403);
});

test("devices are forgotten with the old password where the user chooses so, and stay otherwise", async () => {
  const session = await signedIn();
  const user = { id: session.userId, email: session.email, locale: null };
  await inPrismaTransaction(acme, (db) =>
    createTrustedDevice(
      db,
      { user, windowDays: 30, alert: false, name: null, methods: ["email_otp"] },
      { actor: acme.actor, context: acme.context, at: now() },
    ),
  );
  expect(await change(session)).toMatchObject({ status: 200, body: { devices_revoked: 0 } });
  const again = { current_password: NEXT, new_password: `${NEXT} again` };
  expect(await change(session, { ...again, revoke_trusted_devices: true })).toMatchObject({
    status: 200,
    body: { devices_revoked: 1, revoked: 0 },
  });
});
