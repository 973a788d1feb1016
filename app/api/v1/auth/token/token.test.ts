import { createPublicKey, type JsonWebKey } from "node:crypto";
import { decodeProtectedHeader, jwtVerify } from "jose";
import { beforeAll, describe, expect, test } from "vitest";
import { POST } from "@/app/api/v1/auth/token/route";
import type { App } from "@/lib/core/apps/app";
import { changeRoleApps } from "@/lib/core/roles/change-role-apps";
import { publicKeys } from "@/lib/core/signing-keys/signing-keys";
import { minutesAfter, secondsAfter } from "@/lib/kernel/clock";
import { config } from "@/lib/kernel/config/config";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";
import { newId } from "@/lib/kernel/ids";
import { aMachineToken } from "@/tests/builders/a-machine-token";
import { aMember } from "@/tests/builders/a-member";
import { aRole } from "@/tests/builders/a-role";
import { aSession, type TestSession } from "@/tests/builders/a-session";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { anApp } from "@/tests/builders/an-app";
import { atMoment, nextHour } from "@/tests/support/at-moment";
import { eventsOf } from "@/tests/support/audit-events";
import { call } from "@/tests/support/call-route";

const start = nextHour;
const DAY = 86_400;
let acme: TestEnvironment;
let machine: string;
let app: App;
let other: App;
let roleId: string;
let organizationId: string;
let userId: string;

beforeAll(async () => {
  acme = await aTenant();
  machine = await aMachineToken(acme, ["tokens:issue"], { expiresIn: 365 * DAY });
  [app, other] = [await anApp(acme), await anApp(acme)];
  const permissions = ["reports:read", "reports:export"];
  ({ id: roleId } = await aRole(acme, { key: "analyst", permissions }));
  await changeRoleApps(acme, roleId, [app.id, other.id]);
  ({ userId, organizationId } = await aMember(acme, { roleId }));
});

interface Token {
  access_token: string;
  expires_in: number;
}

const mint = (body: unknown, headers: Record<string, string> = {}, token = machine) =>
  call(POST, { method: "POST", path: "/api/v1/auth/token", token, headers, body });
const mintAt = (moment: Date, body: unknown, headers?: Record<string, string>) =>
  atMoment(moment, () => mint(body, headers));
const sessionAt = (moment: Date, options: Parameters<typeof aSession>[1] = {}) =>
  atMoment(moment, () => aSession(acme, { userId, ...options }));

async function claimsOf(answer: { body: unknown }, at = new Date()) {
  const { access_token: token } = answer.body as Token;
  const header = decodeProtectedHeader(token);
  const jwk = (await publicKeys()).find(({ kid }) => kid === header.kid);
  const key = createPublicKey({ key: jwk as JsonWebKey, format: "jwk" });
  const { payload } = await jwtVerify(token, key, {
    issuer: config().baseUrl,
    typ: "at+jwt",
    algorithms: ["EdDSA"],
    currentDate: at,
  });
  return payload;
}

test("the token is for the app, in the organization's name, signed with a published key", async () => {
  const session = await sessionAt(start);
  const answer = await mintAt(start, { session_id: session.id, app_id: app.id });
  expect(answer).toMatchObject({
    status: 200,
    body: {
      token_type: "Bearer",
      expires_in: 300,
      scope: "reports:read reports:export",
      organization_id: organizationId,
    },
  });
  const seconds = start.getTime() / 1000;
  expect(await claimsOf(answer, start)).toEqual({
    iss: config().baseUrl,
    sub: userId,
    aud: app.id,
    sid: session.id,
    jti: expect.any(String),
    iat: seconds,
    exp: seconds + 300,
    auth_time: seconds,
    amr: ["pwd"],
    tenant_id: acme.publicId,
    environment: acme.environmentKey,
    org_id: organizationId,
    role: "analyst",
    permissions: ["reports:read", "reports:export"],
    package: null,
    entitlements: [],
  });
});

test("the scope tokens:issue is needed, and a tenant secret is not enough", async () => {
  const body = { session_id: newId(), app_id: app.id };
  const without = await aMachineToken(acme, ["sessions:validate"]);
  expect((await mint(body, {}, without)).status).toBe(403);
  const own = { "x-tenant-id": acme.publicId };
  expect((await mint(body, own, acme.tenantSecret)).status).toBe(403);
});

test("no token outlives the session it came from", async () => {
  const session = await sessionAt(start);
  const moment = secondsAfter(minutesAfter(start, 720), -90);
  const { body } = await mintAt(moment, { session_id: session.id, app_id: app.id });
  expect((body as Token).expires_in).toBe(90);
});

describe("the session", () => {
  const codeOf = async (session: { id: string }, moment: Date) => {
    const { status, body } = await mintAt(moment, { session_id: session.id, app_id: app.id });
    return [status, (body as { code?: string }).code];
  };
  const change = (session: TestSession, data: object) =>
    inPrismaTransaction(acme, ({ prisma }) =>
      prisma.session.update({ where: { id: session.id }, data }),
    );

  test("an unusable one is reported by its terminal reason", async () => {
    expect(await codeOf({ id: newId() }, start)).toEqual([401, "not_found"]);
    expect(await codeOf({ id: "not an id" }, start)).toEqual([401, "not_found"]);
    const session = await sessionAt(start);
    const end = minutesAfter(start, 720);
    expect(await codeOf(session, new Date(end.getTime() - 1))).toEqual([200, undefined]);
    expect(await codeOf(session, end)).toEqual([401, "expired"]);
    await change(session, { revokedAt: start });
    expect(await codeOf(session, start)).toEqual([401, "revoked"]);
  });

  test("another tenant's is the same bytes as an unknown one", async () => {
    const foreign = await aSession(await aTenant());
    const ask = (id: string) => mint({ session_id: id, app_id: app.id });
    const [first, second] = [await ask(foreign.id), await ask(newId())];
    expect(first).toMatchObject({ status: 401, body: { code: "not_found" } });
    expect(first.text).toBe(second.text);
  });

  test("its first token binds it to the app, and it mints for no other after that", async () => {
    const session = await sessionAt(start);
    const mintFor = (appId: string) => mintAt(start, { session_id: session.id, app_id: appId });
    expect((await mintFor(app.id)).status).toBe(200);
    expect((await mintFor(app.id)).status).toBe(200);
    expect((await mintFor(other.id)).status).toBe(403);
    expect(await eventsOf(acme, session.id)).toEqual(["session.created", "session.token_issued"]);
  });

  test("parallel first tokens for two apps are minted for one app only", async () => {
    const session = await aSession(acme, { userId });
    const answers = await Promise.all(
      [app, other, app, other, app, other].map(({ id }) =>
        mint({ session_id: session.id, app_id: id }),
      ),
    );
    const minted = answers.filter(({ status }) => status === 200);
    const audiences = await Promise.all(minted.map(async (a) => (await claimsOf(a)).aud));
    expect(new Set(audiences).size).toBe(1);
    expect(minted).toHaveLength(3);
  });

  test("a denied request binds nothing", async () => {
    const session = await aSession(acme, { userId });
    const denied = await mint({ session_id: session.id, app_id: newId() });
    expect(denied).toMatchObject({ status: 403, body: { code: "app_unknown" } });
    expect((await mint({ session_id: session.id, app_id: other.id })).status).toBe(200);
    expect(await eventsOf(acme, session.id)).toContain("access.denied");
  });
});

describe("the organization", () => {
  test("one of several that reach the app must be named, and they are listed", async () => {
    const { userId: both, organizationId: one } = await aMember(acme, {
      roleId,
      organizationName: "Aperture",
    });
    const { organizationId: two } = await aMember(acme, {
      userId: both,
      roleId,
      organizationName: "Black Mesa",
    });
    const session = await aSession(acme, { userId: both });
    const body = { session_id: session.id, app_id: app.id };
    expect(await mint(body)).toMatchObject({
      status: 422,
      body: {
        code: "organization_selection_required",
        organizations: [
          { id: one, name: "Aperture" },
          { id: two, name: "Black Mesa" },
        ],
      },
    });
    const chosen = await mint({ ...body, organization_id: two });
    expect(chosen).toMatchObject({ status: 200, body: { organization_id: two } });
    expect((await claimsOf(chosen)).org_id).toBe(two);
  });
});

describe("step-up", () => {
  test("while it is fresh it is the token's sign-in, and not one moment longer", async () => {
    const session = await sessionAt(start);
    const steppedUp = minutesAfter(start, 10);
    await inPrismaTransaction(acme, ({ prisma }) =>
      prisma.session.update({
        where: { id: session.id },
        data: { stepUpAt: steppedUp, stepUpAmr: ["otp"] },
      }),
    );
    const claimsAt = async (moment: Date) =>
      claimsOf(await mintAt(moment, { session_id: session.id, app_id: app.id }), moment);
    const end = secondsAfter(steppedUp, 300);
    expect(await claimsAt(new Date(end.getTime() - 1))).toMatchObject({
      auth_time: steppedUp.getTime() / 1000,
      amr: ["pwd", "otp"],
    });
    expect(await claimsAt(end)).toMatchObject({ auth_time: start.getTime() / 1000, amr: ["pwd"] });
  });
});

describe("activity", () => {
  const requestFor = (session: TestSession) => ({ session_id: session.id, app_id: app.id });
  const codeOf = (answer: { body: unknown }) => (answer.body as { code?: string }).code;

  test("it is optional, and none comes back when none was sent", async () => {
    const session = await sessionAt(start);
    const answer = await mintAt(minutesAfter(start, 300), requestFor(session));
    expect(answer.status).toBe(200);
    expect(answer.headers.has("x-session-activity")).toBe(false);
  });

  test("it is checked and refreshed when it is sent", async () => {
    const session = await sessionAt(start);
    const headers = { "x-session-activity": session.activityToken };
    const good = await mintAt(minutesAfter(start, 29), requestFor(session), headers);
    expect(good.status).toBe(200);
    expect(good.headers.get("x-session-activity")).toBeTruthy();
    expect(good.headers.get("x-session-activity")).not.toBe(session.activityToken);
    const idle = await mintAt(minutesAfter(start, 59), requestFor(session), headers);
    expect(codeOf(idle)).toBe("session_idle_timeout");
    const over = await mintAt(minutesAfter(start, 720), requestFor(session), headers);
    expect(codeOf(over)).toBe("session_activity_expired");
  });

  test("state that is not ours, or another session's, is invalid", async () => {
    const session = await sessionAt(start);
    const otherSession = await sessionAt(start);
    for (const activity of ["nonsense", "", otherSession.activityToken]) {
      const headers = { "x-session-activity": activity };
      expect(codeOf(await mintAt(start, requestFor(session), headers))).toBe(
        "session_activity_invalid",
      );
    }
  });
});

test("a credential that asks too often waits as long as Retry-After says", async () => {
  const own = await aTenant();
  const token = await aMachineToken(own, ["tokens:issue"]);
  const body = { session_id: newId(), app_id: newId() };
  const limit = config().limits.tokenRequests;
  for (let sent = 0; sent < limit; sent += 50)
    await Promise.all(Array.from({ length: 50 }, () => mint(body, {}, token)));
  const refused = await mint(body, {}, token);
  expect(refused).toMatchObject({ status: 429, body: { code: "rate_limited" } });
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
});
