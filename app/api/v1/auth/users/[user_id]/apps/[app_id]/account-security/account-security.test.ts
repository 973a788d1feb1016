import { beforeAll, describe, expect, test } from "vitest";
import { createTrustedDevice } from "@/lib/core/trusted-devices/create-trusted-device";
import { minutesAfter } from "@/lib/kernel/clock";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";
import { newId } from "@/lib/kernel/ids";
import { aMachineToken } from "@/tests/builders/a-machine-token";
import { aPolicy } from "@/tests/builders/a-policy";
import { aSession, type TestSession } from "@/tests/builders/a-session";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { aUser } from "@/tests/builders/a-user";
import { anApp } from "@/tests/builders/an-app";
import { anOidcClient } from "@/tests/builders/an-oidc-client";
import { atMoment, nextHour } from "@/tests/support/at-moment";
import { eventsOf } from "@/tests/support/audit-events";
import { type Answer, call } from "@/tests/support/call-route";
import { filled, routeModule } from "@/tests/support/route-module";

const BASE = "/api/v1/auth/users/{user_id}/apps/{app_id}/account-security";
const AGENT = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const start = nextHour;
const YEAR = 365 * 86_400;
let acme: TestEnvironment;
let globex: TestEnvironment;
let reads: string;
let manages: string;
let appId: string;
let otherAppId: string;

beforeAll(async () => {
  [acme, globex] = [await aTenant(), await aTenant()];
  reads = await aMachineToken(acme, ["account-security:read"], { expiresIn: YEAR });
  manages = await aMachineToken(acme, ["account-security:manage"], { expiresIn: YEAR });
  [{ id: appId }, { id: otherAppId }] = [await anApp(acme, { name: "Reports" }), await anApp(acme)];
});

interface Ask {
  userId: string;
  appId?: string;
  id?: string;
  token?: string;
  body?: unknown;
  query?: string;
}

async function ask(method: "GET" | "POST", path: string, request: Ask): Promise<Answer> {
  const ids: Record<string, string> = {
    user_id: request.userId,
    app_id: request.appId ?? appId,
    id: request.id ?? "",
  };
  const target = filled(`${BASE}/${path}`, (name) => ids[name] ?? "");
  const module = await routeModule(`${BASE}/${path}`);
  return call(module[method], {
    method,
    path: target.path + (request.query ?? ""),
    params: target.params,
    token: request.token ?? (method === "GET" ? reads : manages),
    body: request.body,
  });
}

const listSessions = (request: Ask) => ask("GET", "sessions", request);
const listDevices = (request: Ask) => ask("GET", "trusted-devices", request);
const revoke = (request: Ask) => ask("POST", "sessions/{id}/revoke", request);
const revokeDevice = (request: Ask) => ask("POST", "trusted-devices/{id}/revoke", request);
const revokeOthers = (request: Ask, current: string) =>
  ask("POST", "sessions/revoke-others", { ...request, body: { current_session_id: current } });
const revokeAll = (request: Ask, current: string) =>
  ask("POST", "revoke-others-and-devices", { ...request, body: { current_session_id: current } });

const idsOf = ({ body }: Answer) =>
  (body as { sessions: { id: string }[] }).sessions.map(({ id }) => id).sort();
const handlesOf = (...sessions: TestSession[]) =>
  sessions.map(({ accountSessionId }) => accountSessionId).sort();

async function aDevice(userId: string) {
  return inPrismaTransaction(acme, async (t) => {
    const user = await t.prisma.user.findUniqueOrThrow({ where: { id: userId } });
    const trust = {
      user,
      windowDays: 30,
      alert: false,
      name: null,
      methods: ["email_otp" as const],
    };
    const context = { ipAddress: "203.0.113.5", userAgent: AGENT, requestId: null };
    const by = { actor: acme.actor, context, at: new Date() };
    return (await createTrustedDevice(t, trust, by)).device;
  });
}

/** Creates a browser's session in which these relying parties took part. */
async function aHostedSession(userId: string, clientIds: string[]): Promise<TestSession> {
  const session = await aSession(acme, { userId, kind: "hosted", oidcSessionUid: newId() });
  const { tenantId, environmentId } = acme;
  await inPrismaTransaction(acme, ({ prisma }) =>
    prisma.sessionClient.createMany({
      data: clientIds.map((oidcClientId) => ({
        tenantId,
        environmentId,
        sessionId: session.id,
        oidcClientId,
        sid: newId(),
      })),
    }),
  );
  return session;
}

describe("the list of sessions", () => {
  test("shows the device and place by which a user recognises a session", async () => {
    const context = { ipAddress: "203.0.113.5", userAgent: AGENT };
    const session = await atMoment(start, () =>
      aSession(acme, { appId, amr: ["pwd", "otp"], context }),
    );
    const answer = await atMoment(start, () =>
      listSessions({
        userId: session.userId,
        query: `?current_session_id=${session.accountSessionId}`,
      }),
    );
    expect(answer.body).toEqual({
      sessions: [
        {
          id: session.accountSessionId,
          kind: "direct",
          client_name: "Reports",
          created_at: start.toISOString(),
          last_active_at: start.toISOString(),
          expires_at: minutesAfter(start, 720).toISOString(),
          ip_address: "203.0.113.5",
          user_agent: AGENT,
          device_name: "Firefox on Linux",
          platform: "Linux",
          amr: ["pwd", "otp"],
          current: true,
        },
      ],
    });
    expect(answer.text).not.toContain(session.id);
    const { sessions } = answer.body as { sessions: object[] };
    const query = `?current_session_id=${session.accountSessionId}`;
    const one = (id: string) => ask("GET", "sessions/{id}", { userId: session.userId, id, query });
    const alone = await atMoment(start, () => one(session.accountSessionId));
    expect(alone).toMatchObject({ status: 200, body: sessions[0] });
    expect((await atMoment(start, () => one(session.id))).status).toBe(404);
  });

  test("has the app's own and the unbound ones, not another app's, ended or expired ones", async () => {
    const { id: userId } = await aUser(acme, { password: null });
    const own = await aSession(acme, { userId, appId });
    const unbound = await aSession(acme, { userId });
    const elsewhere = await aSession(acme, { userId, appId: otherAppId });
    const ended = await aSession(acme, { userId, appId });
    await revoke({ userId, id: ended.accountSessionId });
    await aSession(acme, { userId, appId, authTime: minutesAfter(new Date(), -720) });
    await aSession(acme, { appId });
    expect(idsOf(await listSessions({ userId }))).toEqual(handlesOf(own, unbound));
    expect(idsOf(await listSessions({ userId, appId: otherAppId }))).toEqual(
      handlesOf(elsewhere, unbound),
    );
  });

  test("has a hosted session for every app whose client took part, and for all apps when no client has one", async () => {
    const { id: userId } = await aUser(acme, { password: null });
    const portal = await anOidcClient(acme, { appId, name: "Portal" });
    const shop = await anOidcClient(acme, { appId: otherAppId });
    const plain = await anOidcClient(acme);
    const both = await aHostedSession(userId, [shop.id, portal.id]);
    const one = await aHostedSession(userId, [shop.id, plain.id]);
    const none = await aHostedSession(userId, [plain.id]);
    const seen = await listSessions({ userId });
    expect(idsOf(seen)).toEqual(handlesOf(both, none));
    expect(seen.body).toMatchObject({
      sessions: expect.arrayContaining([
        expect.objectContaining({
          id: both.accountSessionId,
          kind: "hosted",
          client_name: "Portal",
        }),
      ]),
    });
    expect(idsOf(await listSessions({ userId, appId: otherAppId }))).toEqual(
      handlesOf(both, one, none),
    );
  });
});

describe("revoking one session", () => {
  test("ends it, and repeating it is zero without another audit event", async () => {
    const session = await aSession(acme, { appId });
    const request = { userId: session.userId, id: session.accountSessionId };
    expect(await revoke(request)).toMatchObject({ status: 200, body: { revoked: 1 } });
    expect(await revoke(request)).toMatchObject({ status: 200, body: { revoked: 0 } });
    expect(await eventsOf(acme, session.id)).toEqual(["session.created", "session.revoked"]);
  });

  test("is done by one of ten parallel revocations", async () => {
    const session = await aSession(acme, { appId });
    const request = { userId: session.userId, id: session.accountSessionId };
    const answers = await Promise.all(Array.from({ length: 10 }, () => revoke(request)));
    const total = answers.reduce((sum, a) => sum + (a.body as { revoked: number }).revoked, 0);
    expect(total).toBe(1);
  });

  test("a handle of another user, another app, a session's own id and nonsense are the same 404", async () => {
    const { userId, id } = await aSession(acme, { appId });
    const otherSession = await aSession(acme, { appId });
    const elsewhere = await aSession(acme, { userId, appId: otherAppId });
    const ids = [
      otherSession.accountSessionId,
      elsewhere.accountSessionId,
      id,
      newId(),
      "nonsense",
    ];
    const answers = await Promise.all(ids.map((handle) => revoke({ userId, id: handle })));
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  });

  test("notifies a hosted one's relying parties by back-channel logout", async () => {
    const { id: userId } = await aUser(acme, { password: null });
    const notifiedClient = await anOidcClient(acme, {
      appId,
      backchannelLogoutUri: "https://rp.example.com/backchannel",
    });
    const otherClient = await anOidcClient(acme, { appId });
    const session = await aHostedSession(userId, [notifiedClient.id, otherClient.id]);
    const request = { userId, id: session.accountSessionId };
    expect((await revoke(request)).body).toEqual({ revoked: 1 });
    await revoke(request);
    const deliveries = await inPrismaTransaction(acme, ({ prisma }) =>
      prisma.logoutDelivery.findMany({ where: { sessionId: session.id } }),
    );
    expect(deliveries).toMatchObject([
      { oidcClientId: notifiedClient.id, userId, status: "pending" },
    ]);
  });
});

describe("revoking the others", () => {
  test("ends the app's other sessions and leaves the current one and other apps' alone", async () => {
    const current = await aSession(acme, { appId });
    const { userId } = current;
    await aSession(acme, { userId, appId });
    await aSession(acme, { userId });
    const elsewhere = await aSession(acme, { userId, appId: otherAppId });
    const answer = await revokeOthers({ userId }, current.accountSessionId);
    expect(answer).toMatchObject({ status: 200, body: { revoked: 2 } });
    expect(idsOf(await listSessions({ userId }))).toEqual(handlesOf(current));
    expect(idsOf(await listSessions({ userId, appId: otherAppId }))).toEqual(handlesOf(elsewhere));
    expect((await revokeOthers({ userId }, current.accountSessionId)).body).toEqual({ revoked: 0 });
  });

  test("is a 404 unless the current handle is live for the same user and app", async () => {
    const own = await aSession(acme, { appId });
    const { userId } = own;
    const ended = await aSession(acme, { userId, appId });
    await revoke({ userId, id: ended.accountSessionId });
    const expired = await aSession(acme, {
      userId,
      appId,
      authTime: minutesAfter(new Date(), -720),
    });
    const otherSession = await aSession(acme, { appId });
    const elsewhere = await aSession(acme, { userId, appId: otherAppId });
    const foreign = await aSession(globex);
    const handles = [ended, expired, otherSession, elsewhere, foreign].map(
      (s) => s.accountSessionId,
    );
    for (const handle of [...handles, own.id, newId(), "nonsense"])
      for (const act of [revokeOthers, revokeAll])
        expect((await act({ userId }, handle)).status).toBe(404);
    expect(idsOf(await listSessions({ userId }))).toEqual(handlesOf(own));
  });

  test("a body without the handle is a 400, also for a pair that is none", async () => {
    for (const path of ["sessions/revoke-others", "revoke-others-and-devices"])
      expect((await ask("POST", path, { userId: newId(), body: {} })).status).toBe(400);
  });
});

describe("trusted devices", () => {
  test("are listed as the user knows them", async () => {
    const { id: userId } = await aUser(acme, { password: null });
    const device = await aDevice(userId);
    expect((await listDevices({ userId })).body).toEqual({
      trusted_devices: [
        {
          id: device.id,
          name: "Firefox on Linux",
          platform: "Linux",
          ip_address: "203.0.113.5",
          created_at: device.createdAt.toISOString(),
          last_used_at: device.createdAt.toISOString(),
          expires_at: minutesAfter(device.createdAt, 30 * 24 * 60).toISOString(),
        },
      ],
    });
    const one = (id: string) => ask("GET", "trusted-devices/{id}", { userId, id });
    const alone = await one(device.id);
    expect({ trusted_devices: [alone.body] }).toEqual((await listDevices({ userId })).body);
    const otherUser = await aUser(acme, { password: null });
    expect((await one((await aDevice(otherUser.id)).id)).status).toBe(404);
  });

  test("are revoked once, with one audit event", async () => {
    const { id: userId } = await aUser(acme, { password: null });
    const device = await aDevice(userId);
    expect((await revokeDevice({ userId, id: device.id })).body).toEqual({ revoked: 1 });
    expect((await revokeDevice({ userId, id: device.id })).body).toEqual({ revoked: 0 });
    expect((await listDevices({ userId })).body).toEqual({ trusted_devices: [] });
    expect(await eventsOf(acme, device.id)).toEqual([
      "trusted_device.created",
      "trusted_device.revoked",
    ]);
  });

  test("another user's and an unknown one are the same 404", async () => {
    const { id: userId } = await aUser(acme, { password: null });
    const otherUser = await aUser(acme, { password: null });
    const theirs = await aDevice(otherUser.id);
    const answers = [
      await revokeDevice({ userId, id: theirs.id }),
      await revokeDevice({ userId, id: newId() }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  });

  test("go with the other sessions in one step that counts both", async () => {
    const current = await aSession(acme, { appId });
    const { userId } = current;
    await aSession(acme, { userId, appId });
    await aDevice(userId);
    await aDevice(userId);
    expect((await revokeAll({ userId }, current.accountSessionId)).body).toEqual({
      revoked: 3,
      sessions_revoked: 1,
      devices_revoked: 2,
    });
    expect((await revokeAll({ userId }, current.accountSessionId)).body).toEqual({
      revoked: 0,
      sessions_revoked: 0,
      devices_revoked: 0,
    });
  });
});

test("the policy is the one in force", async () => {
  const own = await aTenant();
  await aPolicy(own, { idleTimeoutMinutes: 60, loginOtp: "always" });
  const { userId } = await aSession(own);
  const { id } = await anApp(own);
  const token = await aMachineToken(own, ["account-security:read"]);
  expect((await ask("GET", "policy", { userId, appId: id, token })).body).toEqual({
    idle_timeout_minutes: 60,
    absolute_timeout_minutes: 720,
    login_otp: "always",
    trusted_device_days: 30,
    trusted_device_email: true,
    password_min_length: 8,
    step_up_max_age_seconds: 300,
    allowed_factors: ["email_otp", "totp", "passkey"],
    email_otp_beside_factors: false,
    factor_grace_days: 14,
  });
});

const routes = [
  ["GET", "sessions"],
  ["GET", "sessions/{id}"],
  ["GET", "trusted-devices"],
  ["GET", "trusted-devices/{id}"],
  ["GET", "factors/{id}"],
  ["GET", "policy"],
  ["POST", "sessions/{id}/revoke"],
  ["POST", "trusted-devices/{id}/revoke"],
  ["POST", "sessions/revoke-others"],
  ["POST", "revoke-others-and-devices"],
] as const;

describe.each(routes)("%s %s", (method, path) => {
  const body = path.includes("others") ? { current_session_id: newId() } : undefined;

  test("every pair that is none is the same 404", async () => {
    const { id: deletedId } = await aUser(acme, { password: null });
    await inPrismaTransaction(acme, ({ prisma }) =>
      prisma.user.update({ where: { id: deletedId }, data: { deletedAt: start, emailKey: null } }),
    );
    const { userId } = await aSession(acme, { appId });
    const { userId: foreignUser } = await aSession(globex);
    const foreignApp = await anApp(globex);
    const staged = await aTenant({ environments: ["production", "staging"] });
    const { userId: otherPool } = await aSession(staged);
    const pairs = [
      { userId: newId() },
      { userId: deletedId },
      { userId: foreignUser },
      { userId: foreignUser, appId: foreignApp.id },
      { userId: otherPool },
      { userId: "nonsense" },
      { userId, appId: newId() },
      { userId, appId: foreignApp.id },
      { userId, appId: "nonsense" },
    ];
    const answers = [];
    for (const pair of pairs) answers.push(await ask(method, path, { ...pair, id: newId(), body }));
    expect(answers.map(({ status }) => status)).toEqual(pairs.map(() => 404));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  });

  test("a pair of another user pool of the same tenant is that 404 too", async () => {
    const tenant = await aTenant({ environments: ["production", "staging"] });
    const [staging] = tenant.others;
    if (!staging) throw new Error("unreachable: two environments were asked for");
    const { userId } = await aSession(tenant);
    const { id } = await anApp(staging);
    const scopes = ["account-security:read", "account-security:manage"];
    const token = await aMachineToken(staging, scopes);
    const request = { userId, appId: id, id: newId(), token, body };
    expect((await ask(method, path, request)).status).toBe(404);
  });

  test("without the scope it is a 403, for any pair", async () => {
    const token = method === "GET" ? manages : reads;
    const request = { userId: newId(), id: newId(), token, body };
    expect((await ask(method, path, request)).status).toBe(403);
  });
});
