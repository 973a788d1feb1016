import { beforeAll, expect, test } from "vitest";
import { POST as invalidateRoute } from "@/app/api/v1/auth/session/invalidate/route";
import { POST as validateRoute } from "@/app/api/v1/auth/session/validate/route";
import { minutesAfter } from "@/lib/kernel/clock";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";
import { newId } from "@/lib/kernel/ids";
import { aMachineToken } from "@/tests/builders/a-machine-token";
import { aPolicy } from "@/tests/builders/a-policy";
import { aSession, type TestSession } from "@/tests/builders/a-session";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { atMoment, nextHour } from "@/tests/support/at-moment";
import { eventsOf } from "@/tests/support/audit-events";
import { call } from "@/tests/support/call-route";
import { statementsOf } from "@/tests/support/statements";

const start = nextHour;
let acme: TestEnvironment;
let token: string;

const tokenOf = (scope: TestEnvironment) =>
  aMachineToken(scope, ["sessions:validate", "sessions:invalidate"], { expiresIn: 365 * 86_400 });

beforeAll(async () => {
  acme = await aTenant();
  token = await tokenOf(acme);
});

const post = (route: typeof validateRoute, verb: string, id: string, bearer: string) =>
  call(route, {
    method: "POST",
    path: `/api/v1/auth/session/${verb}`,
    token: bearer,
    body: { session_id: id },
  });
const validate = (id: string, bearer = token) => post(validateRoute, "validate", id, bearer);
const invalidate = (id: string, bearer = token) => post(invalidateRoute, "invalidate", id, bearer);

async function reasonOf(session: { id: string }, moment = start) {
  const { status, body } = await atMoment(moment, () => validate(session.id));
  expect(status).toBe(200);
  const { valid, reason } = body as { valid: boolean; reason: string | null };
  expect(valid).toBe(reason === null);
  return reason;
}

const sessionAt = (moment: Date, options: Parameters<typeof aSession>[1] = {}) =>
  atMoment(moment, () => aSession(acme, options));
const update = (session: TestSession, data: { revokedAt: Date } | { expiredAt: Date }) =>
  inPrismaTransaction(acme, ({ prisma }) =>
    prisma.session.update({ where: { id: session.id }, data }),
  );
const updateUser = (session: TestSession, data: object) =>
  inPrismaTransaction(acme, ({ prisma }) =>
    prisma.user.update({ where: { id: session.userId }, data }),
  );

test("a live session is valid until its absolute end", async () => {
  const session = await sessionAt(start);
  const { body } = await atMoment(start, () => validate(session.id));
  expect(body).toEqual({
    valid: true,
    reason: null,
    user_id: session.userId,
    expires_at: minutesAfter(start, 720).toISOString(),
  });
});

test("it expires exactly at its absolute end, with any activity", async () => {
  const session = await sessionAt(start);
  const end = minutesAfter(start, 720);
  expect(await reasonOf(session, new Date(end.getTime() - 1))).toBeNull();
  expect(await reasonOf(session, end)).toBe("expired");
});

test("a session without reported activity is not idle", async () => {
  const session = await sessionAt(start);
  expect(await reasonOf(session, minutesAfter(start, 600))).toBeNull();
});

test("the reasons of an invalid session have an order: disabled, revoked, expired", async () => {
  const session = await sessionAt(start);
  const later = minutesAfter(start, 1000);
  expect(await reasonOf(session, later)).toBe("expired");
  await update(session, { revokedAt: start });
  expect(await reasonOf(session, later)).toBe("revoked");
  await updateUser(session, { status: "suspended", suspendedAt: start });
  expect(await reasonOf(session, later)).toBe("user_disabled");
});

test("a session that was reported as expired stays expired when the policy grows", async () => {
  const session = await sessionAt(start);
  await update(session, { expiredAt: start });
  expect(await reasonOf(session)).toBe("expired");
});

test("a deleted user's sessions say user_disabled", async () => {
  const session = await sessionAt(start);
  await updateUser(session, { deletedAt: start, emailKey: null });
  expect(await reasonOf(session)).toBe("user_disabled");
});

test("a session of another tenant, a hosted one and nonsense are unknown, all the same bytes", async () => {
  const foreign = await aSession(await aTenant());
  const hosted = await sessionAt(start, { kind: "hosted", oidcSessionUid: newId() });
  const answers = [];
  for (const id of [newId(), foreign.id, hosted.id, "nonsense"]) answers.push(await validate(id));
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  expect(answers[0]?.body).toEqual({
    valid: false,
    reason: "not_found",
    user_id: null,
    expires_at: null,
  });
});

test("another environment of the same tenant is as foreign as another tenant", async () => {
  const tenant = await aTenant({ environments: ["production", "staging"] });
  const [staging] = tenant.others;
  const session = await aSession(tenant);
  if (!staging) throw new Error("unreachable: two environments were asked for");
  const bearer = await tokenOf(staging);
  expect((await validate(session.id, bearer)).body).toMatchObject({ reason: "not_found" });
  expect((await invalidate(session.id, bearer)).body).toEqual({ revoked: 0 });
});

test("a disabled tenant is answered only that it is disabled", async () => {
  const tenant = await aTenant();
  const session = await aSession(tenant);
  const bearer = await tokenOf(tenant);
  await inPrismaTransaction(tenant, ({ prisma }) =>
    prisma.tenant.update({
      where: { id: tenant.tenantId },
      data: { status: "disabled", disabledAt: start },
    }),
  );
  expect(await validate(session.id, bearer)).toMatchObject({
    status: 401,
    body: { code: "tenant_disabled" },
  });
});

test("invalidating ends a session once, with one audit event", async () => {
  const session = await aSession(acme);
  const answers = await Promise.all(Array.from({ length: 10 }, () => invalidate(session.id)));
  const ended = answers.map(({ body }) => (body as { revoked: number }).revoked);
  expect(ended.sort()).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
  expect(await reasonOf(session, new Date())).toBe("revoked");
  expect(await eventsOf(acme, session.id)).toEqual(["session.created", "session.revoked"]);
});

test("invalidating an unknown, foreign or ended session is zero", async () => {
  const foreign = await aSession(await aTenant());
  const expired = await sessionAt(start);
  for (const id of [newId(), foreign.id, "nonsense"])
    expect((await invalidate(id)).body).toEqual({ revoked: 0 });
  const late = await atMoment(minutesAfter(start, 720), () => invalidate(expired.id));
  expect(late.body).toEqual({ revoked: 0 });
  expect(await eventsOf(acme, expired.id)).toEqual(["session.created"]);
});

test("each of the two needs its own scope", async () => {
  const validates = await aMachineToken(acme, ["sessions:validate"]);
  const invalidates = await aMachineToken(acme, ["sessions:invalidate"]);
  expect((await validate(newId(), invalidates)).status).toBe(403);
  expect((await invalidate(newId(), validates)).status).toBe(403);
  const bySecret = await call(validateRoute, {
    method: "POST",
    path: "/api/v1/auth/session/validate",
    token: acme.tenantSecret,
    headers: { "x-tenant-id": acme.publicId },
    body: { session_id: newId() },
  });
  expect(bySecret.status).toBe(403);
});

test("the current policy decides when a session ends", async () => {
  const own = await aTenant();
  const session = await aSession(own);
  const bearer = await tokenOf(own);
  await aPolicy(own, { absoluteTimeoutMinutes: 15 });
  const { body } = await validate(session.id, bearer);
  expect((body as { expires_at: string }).expires_at).toBe(
    minutesAfter(session.authTime, 15).toISOString(),
  );
});

test("validating costs one statement besides the transaction's own and the caller's", async () => {
  const session = await aSession(acme);
  await validate(session.id);
  const statements = await statementsOf(() => validate(session.id));
  expect(statements.filter((text) => /FROM sessions/.test(text))).toHaveLength(1);
  expect(statements.length).toBeLessThanOrEqual(5);
});
