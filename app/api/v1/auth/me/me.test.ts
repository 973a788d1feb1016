import { beforeAll, describe, expect, test } from "vitest";
import { GET } from "@/app/api/v1/auth/me/route";
import { signActivityToken } from "@/lib/core/sessions/activity-token";
import { minutesAfter, secondsAfter } from "@/lib/kernel/clock";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";
import { newId } from "@/lib/kernel/ids";
import { aMachineToken } from "@/tests/builders/a-machine-token";
import { aMember } from "@/tests/builders/a-member";
import { aPackage } from "@/tests/builders/a-package";
import { aPolicy } from "@/tests/builders/a-policy";
import { aRole } from "@/tests/builders/a-role";
import { aSession } from "@/tests/builders/a-session";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { anApp } from "@/tests/builders/an-app";
import { atMoment, nextHour } from "@/tests/support/at-moment";
import { call } from "@/tests/support/call-route";

let acme: TestEnvironment;
const start = nextHour;

beforeAll(async () => {
  acme = await aTenant();
});

function me(activity: string | null, scope = acme) {
  return call(GET, {
    path: "/api/v1/auth/me",
    token: scope.tenantSecret,
    headers: {
      "x-tenant-id": scope.publicId,
      ...(activity === null ? {} : { "x-session-activity": activity }),
    },
  });
}

const meAt = (moment: Date, activity: string, scope = acme) =>
  atMoment(moment, () => me(activity, scope));
const sessionAt = (moment: Date, scope = acme) => atMoment(moment, () => aSession(scope));
const codeOf = async (answer: ReturnType<typeof me>) => {
  const { status, body } = await answer;
  return [status, (body as { code?: string }).code];
};
const stored = (id: string) =>
  inPrismaTransaction(acme, ({ prisma }) => prisma.session.findUniqueOrThrow({ where: { id } }));

test("the identity has the session and every membership, in any state", async () => {
  const app = await anApp(acme);
  const role = await aRole(acme, { appIds: [app.id] });
  const pro = await aPackage(acme);
  const { userId } = await aMember(acme, {
    organizationName: "Hooli",
    roleId: role.id,
    packageId: pro.id,
  });
  await aMember(acme, { userId, organizationName: "Initech", status: "inactive" });
  const session = await aSession(acme, { userId, amr: ["pwd", "otp"] });
  const { status, body } = await me(session.activityToken);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    user: { id: userId, email: session.email, email_verified: false },
    session: { id: session.id, auth_time: session.authTime.toISOString(), amr: ["pwd", "otp"] },
    memberships: [
      {
        organization: { name: "Hooli", status: "active", environment: acme.environmentKey },
        role: { id: role.id, key: role.key, name: role.name },
        status: "active",
        package: { id: pro.id, key: pro.key, status: "active" },
        app_ids: [app.id],
      },
      {
        organization: { name: "Initech" },
        role: null,
        status: "inactive",
        package: null,
        app_ids: [],
      },
    ],
  });
});

test("a machine token with identity:read may ask as well, one without it may not", async () => {
  const session = await aSession(acme);
  const asMachine = async (scopes: string[]) =>
    call(GET, {
      path: "/api/v1/auth/me",
      token: await aMachineToken(acme, scopes),
      headers: { "x-session-activity": session.activityToken },
    });
  expect((await asMachine(["identity:read"])).status).toBe(200);
  expect((await asMachine(["sessions:validate"])).status).toBe(403);
});

test("without an activity token it is a 401", async () => {
  expect(await codeOf(me(null))).toEqual([401, "session_activity_invalid"]);
});

test("the fresh activity token is in the body and in the header", async () => {
  const session = await sessionAt(start);
  const answer = await meAt(secondsAfter(start, 5), session.activityToken);
  const token = (answer.body as { session_activity_token: string }).session_activity_token;
  expect(answer.headers.get("x-session-activity")).toBe(token);
  expect(token).not.toBe(session.activityToken);
});

test("another tenant's session is unknown, exactly like one that never existed", async () => {
  const globex = await aTenant();
  const session = await aSession(acme);
  const never = await signActivityToken({
    sessionId: newId(),
    lastActiveAt: new Date(),
    absoluteExpiresAt: minutesAfter(new Date(), 10),
  });
  const [foreign, unknown] = [await me(session.activityToken, globex), await me(never, globex)];
  expect(foreign).toMatchObject({ status: 401, body: { code: "not_found" } });
  expect(foreign.text).toBe(unknown.text);
});

test("a hosted session's state opens nothing here", async () => {
  const session = await aSession(acme, { kind: "hosted", oidcSessionUid: newId() });
  expect(await codeOf(me(session.activityToken))).toEqual([401, "not_found"]);
});

describe("activity", () => {
  test("state that was altered, made up, or signed for something else is invalid", async () => {
    const { activityToken } = await aSession(acme);
    const [head, payload, signature] = activityToken.split(".");
    const later = Buffer.from(JSON.stringify({ sid: newId(), act: 9e9, exp: 9e9 }));
    const none = Buffer.from(JSON.stringify({ alg: "none" })).toString("base64url");
    const machine = await aMachineToken(acme, ["identity:read"]);
    for (const token of [
      `${head}.${later.toString("base64url")}.${signature}`,
      `${none}.${payload}.`,
      machine,
      "nonsense",
      "",
    ])
      expect(await codeOf(me(token))).toEqual([401, "session_activity_invalid"]);
  });

  test("a session is idle exactly when its timeout has passed, and not before", async () => {
    const session = await sessionAt(start);
    const idleAt = minutesAfter(start, 30);
    expect(await codeOf(meAt(idleAt, session.activityToken))).toEqual([
      401,
      "session_idle_timeout",
    ]);
    const before = new Date(idleAt.getTime() - 1);
    expect((await meAt(before, session.activityToken)).status).toBe(200);
  });

  test("activity extends a session, but not past its absolute end", async () => {
    const session = await sessionAt(start);
    let token = session.activityToken;
    for (let minutes = 20; minutes < 720; minutes += 20) {
      const { status, body } = await meAt(minutesAfter(start, minutes), token);
      expect(status).toBe(200);
      token = (body as { session_activity_token: string }).session_activity_token;
    }
    const end = minutesAfter(start, 720);
    const before = await meAt(new Date(end.getTime() - 1), token);
    expect(before).toMatchObject({
      status: 200,
      body: { session: { idle_expires_at: end.toISOString() } },
    });
    expect(await codeOf(meAt(end, token))).toEqual([401, "session_activity_expired"]);
  });

  test("an old token goes on working while another backend shows activity", async () => {
    const session = await sessionAt(start);
    await meAt(minutesAfter(start, 20), session.activityToken);
    expect((await meAt(minutesAfter(start, 45), session.activityToken)).status).toBe(200);
  });

  test("a younger token counts though the stored activity lags behind", async () => {
    const session = await sessionAt(start);
    const { body } = await meAt(secondsAfter(start, 59), session.activityToken);
    const { session_activity_token: token } = body as { session_activity_token: string };
    expect((await stored(session.id)).lastActiveAt).toEqual(start);
    const idleByStored = minutesAfter(start, 30);
    expect((await meAt(idleByStored, token)).status).toBe(200);
  });

  test("the stored activity is written at most once a minute", async () => {
    const session = await sessionAt(start);
    for (const seconds of [1, 30, 59.999]) {
      await meAt(secondsAfter(start, seconds), session.activityToken);
      expect((await stored(session.id)).lastActiveAt).toEqual(start);
    }
    await meAt(secondsAfter(start, 60), session.activityToken);
    expect((await stored(session.id)).lastActiveAt).toEqual(secondsAfter(start, 60));
  });

  test("twenty parallel requests with one token all succeed", async () => {
    const session = await sessionAt(start);
    const answers = await atMoment(minutesAfter(start, 29), () =>
      Promise.all(Array.from({ length: 20 }, () => me(session.activityToken))),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
  });

  test("a changed policy applies to a live session on the next request", async () => {
    const own = await aTenant();
    const session = await sessionAt(start, own);
    const twentyLater = minutesAfter(start, 20);
    const ask = () => codeOf(meAt(twentyLater, session.activityToken, own));
    await aPolicy(own, { idleTimeoutMinutes: 20 });
    expect(await ask()).toEqual([401, "session_idle_timeout"]);
    await aPolicy(own, { idleTimeoutMinutes: 21, absoluteTimeoutMinutes: 20 });
    expect(await ask()).toEqual([401, "session_activity_expired"]);
    await aPolicy(own, { idleTimeoutMinutes: null, absoluteTimeoutMinutes: null });
    expect(await ask()).toEqual([200, undefined]);
  });
});

test("a revoked session and a suspended user have their own codes", async () => {
  const revoked = await aSession(acme);
  await inPrismaTransaction(acme, ({ prisma }) =>
    prisma.session.update({ where: { id: revoked.id }, data: { revokedAt: new Date() } }),
  );
  expect(await codeOf(me(revoked.activityToken))).toEqual([401, "revoked"]);
  await inPrismaTransaction(acme, ({ prisma }) =>
    prisma.user.update({
      where: { id: revoked.userId },
      data: { status: "suspended", suspendedAt: new Date() },
    }),
  );
  expect(await codeOf(me(revoked.activityToken))).toEqual([401, "user_disabled"]);
});
