import { beforeAll, expect, test } from "vitest";
import { POST } from "@/app/api/v1/auth/session/exchange/route";
import { issueOneTimeSecret } from "@/lib/core/one-time/issue-one-time-secret";
import { suspendUser } from "@/lib/core/user-lifecycle/suspend-user";
import { now, secondsAfter } from "@/lib/kernel/clock";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";
import { newId } from "@/lib/kernel/ids";
import { aPolicy } from "@/tests/builders/a-policy";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { aUser } from "@/tests/builders/a-user";
import { anApp } from "@/tests/builders/an-app";
import { atMoment } from "@/tests/support/at-moment";
import { eventsOf } from "@/tests/support/audit-events";
import { call } from "@/tests/support/call-route";

let acme: TestEnvironment;
let globex: TestEnvironment;

beforeAll(async () => {
  [acme, globex] = [await aTenant(), await aTenant()];
});

function exchange(body: unknown, scope = acme, headers: Record<string, string> = {}) {
  return call(POST, {
    method: "POST",
    path: "/api/v1/auth/session/exchange",
    token: scope.tenantSecret,
    headers: { "x-tenant-id": scope.publicId, ...headers },
    body,
  });
}

async function aGrant(options: { kind?: "invitation"; suspended?: boolean; authTime?: Date } = {}) {
  const user = await aUser(acme, { password: null, displayName: "Ada" });
  const { secret } = await inPrismaTransaction(acme, (t) =>
    issueOneTimeSecret(t, "grant", user.id, {
      payload: {
        authTime: (options.authTime ?? now()).toISOString(),
        amr: ["pwd", "otp"],
        trustedDeviceId: null,
        kind: options.kind ?? null,
      },
    }),
  );
  if (options.suspended)
    await inPrismaTransaction(acme, ({ prisma }) =>
      prisma.user.update({
        where: { id: user.id },
        data: { status: "suspended", suspendedAt: now() },
      }),
    );
  return { grant: secret, user };
}

const refused = { status: 401, body: { code: "invalid_credentials" } };
const storedSession = (id: string) =>
  inPrismaTransaction(acme, ({ prisma }) => prisma.session.findUniqueOrThrow({ where: { id } }));

test("a grant becomes a session with its policy and its first activity token", async () => {
  const at = new Date();
  const { grant, user } = await atMoment(at, () => aGrant());
  const answer = await atMoment(secondsAfter(at, 1), () => exchange({ grant }));
  expect(answer).toMatchObject({
    status: 200,
    body: {
      user: { id: user.id, email: user.email, display_name: "Ada" },
      session_id: expect.any(String),
      account_session_id: expect.any(String),
      session_policy: {
        idle_timeout_minutes: 30,
        absolute_timeout_minutes: 720,
        idle_expires_at: secondsAfter(at, 1 + 30 * 60).toISOString(),
        absolute_expires_at: secondsAfter(at, 720 * 60).toISOString(),
        warn_before_seconds: 120,
        step_up_max_age_seconds: 300,
        trusted_device_days: 30,
      },
      session_activity_token: expect.any(String),
      kind: null,
    },
  });
  const body = answer.body as Record<string, string>;
  expect(body.session_id).not.toBe(body.account_session_id);
  expect(await eventsOf(acme, body.session_id ?? "")).toEqual(["session.created"]);
});

test("a sign-in is recorded at the user, and the end user's own device at the session", async () => {
  const { grant, user } = await aGrant();
  const agent = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
  const headers = { "x-end-user-ip": "203.0.113.7", "x-end-user-agent": agent };
  const { body } = await exchange({ grant }, acme, headers);
  const session = await storedSession((body as { session_id: string }).session_id);
  expect(session).toMatchObject({
    ipAddress: "203.0.113.7",
    userAgent: agent,
    deviceName: "Firefox on Linux",
    platform: "Linux",
    amr: ["pwd", "otp"],
  });
  const stored = await inPrismaTransaction(acme, ({ prisma }) =>
    prisma.user.findUniqueOrThrow({ where: { id: user.id } }),
  );
  expect(stored.lastSignInAt).toEqual(session.createdAt);
});

test("exactly one of twenty parallel exchanges of one grant wins", async () => {
  const { grant, user } = await aGrant();
  const answers = await Promise.all(Array.from({ length: 20 }, () => exchange({ grant })));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const losers = answers.filter(({ status }) => status !== 200);
  for (const answer of losers) expect(answer).toMatchObject(refused);
  const sessions = await inPrismaTransaction(acme, ({ prisma }) =>
    prisma.session.count({ where: { userId: user.id } }),
  );
  expect(sessions).toBe(1);
});

test("a grant lives sixty seconds and not one moment more", async () => {
  const at = new Date();
  const first = await atMoment(at, () => aGrant());
  const second = await atMoment(at, () => aGrant());
  const late = await atMoment(secondsAfter(at, 60), () => exchange({ grant: first.grant }));
  expect(late).toMatchObject(refused);
  const just = await atMoment(secondsAfter(at, 59.999), () => exchange({ grant: second.grant }));
  expect(just.status).toBe(200);
});

test("another tenant's attempt looks like a bad grant and does not spend it", async () => {
  const { grant } = await aGrant();
  const foreign = await exchange({ grant }, globex);
  const bogus = await exchange({ grant: "agr_nothing" }, globex);
  expect(foreign).toMatchObject(refused);
  expect(foreign.text).toBe(bogus.text);
  expect((await exchange({ grant })).status).toBe(200);
});

test("a spent grant, an unknown one and a suspended user's are the same bytes", async () => {
  const { grant } = await aGrant();
  await exchange({ grant });
  const suspended = await aGrant({ suspended: true });
  const answers = [
    await exchange({ grant }),
    await exchange({ grant: "agr_nothing" }),
    await exchange({ grant: suspended.grant }),
  ];
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  expect(answers[0]).toMatchObject(refused);
});

test("the grant of a user who was suspended since stays spent when they are reactivated", async () => {
  const { grant, user } = await aGrant({ suspended: true });
  expect(await exchange({ grant })).toMatchObject(refused);
  await inPrismaTransaction(acme, ({ prisma }) =>
    prisma.user.update({ where: { id: user.id }, data: { status: "active", suspendedAt: null } }),
  );
  expect(await exchange({ grant })).toMatchObject(refused);
});

test("an exchange and a parallel suspension of its user never wait for each other", async () => {
  for (let round = 0; round < 15; round++) {
    const grants = await Promise.all([1, 2, 3, 4].map(() => aGrant()));
    await Promise.all(
      grants.flatMap(({ grant, user }) => [
        exchange({ grant }).then(({ status }) => expect([200, 401]).toContain(status)),
        suspendUser(acme, user.id, null),
      ]),
    );
    // In either order, no session is left live.
    const live = await inPrismaTransaction(acme, ({ prisma }) =>
      prisma.session.count({
        where: { userId: { in: grants.map(({ user }) => user.id) }, revokedAt: null },
      }),
    );
    expect(live).toBe(0);
  }
});

test("app_id binds the session to that app", async () => {
  const app = await anApp(acme);
  const { grant } = await aGrant();
  const { body } = await exchange({ grant, app_id: app.id });
  const session = await storedSession((body as { session_id: string }).session_id);
  expect(session.appId).toBe(app.id);
});

test("an unknown app or another tenant's is a 422 that names the field and spends nothing", async () => {
  const foreign = await anApp(globex);
  const { grant } = await aGrant();
  for (const appId of [newId(), foreign.id])
    expect(await exchange({ grant, app_id: appId })).toMatchObject({
      status: 422,
      body: { detail: expect.stringContaining("app_id") },
    });
  expect((await exchange({ grant })).status).toBe(200);
});

test("the answer has the kind of link that led to the sign-in", async () => {
  const { grant } = await aGrant({ kind: "invitation" });
  expect(await exchange({ grant })).toMatchObject({ status: 200, body: { kind: "invitation" } });
});

test("the answer has the tenant's policy", async () => {
  const own = await aTenant();
  await aPolicy(own, { idleTimeoutMinutes: 15, stepUpMaxAgeSeconds: 60 });
  const user = await aUser(own, { password: null });
  const payload = {
    authTime: now().toISOString(),
    amr: ["pwd"],
    trustedDeviceId: null,
    kind: null,
  };
  const { secret } = await inPrismaTransaction(own, (t) =>
    issueOneTimeSecret(t, "grant", user.id, { payload }),
  );
  expect(await exchange({ grant: secret }, own)).toMatchObject({
    body: {
      session_policy: {
        idle_timeout_minutes: 15,
        absolute_timeout_minutes: 720,
        step_up_max_age_seconds: 60,
      },
    },
  });
});

test("a missing grant and an unknown field are 400, a wrong tenant is 401", async () => {
  const { grant } = await aGrant();
  expect(await exchange({})).toMatchObject({
    status: 400,
    body: { detail: expect.stringContaining("grant") },
  });
  expect(await exchange({ grant, user_id: newId() })).toMatchObject({
    status: 400,
    body: { detail: "user_id: unknown field" },
  });
  const wrong = await exchange({ grant }, acme, { "x-tenant-id": globex.publicId });
  expect(wrong.status).toBe(401);
});
