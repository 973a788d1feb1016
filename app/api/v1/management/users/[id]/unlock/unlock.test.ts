import { afterEach, beforeEach, expect, test } from "vitest";
import { GET as readRoute } from "@/app/api/v1/management/users/[id]/route";
import { POST as suspendRoute } from "@/app/api/v1/management/users/[id]/suspend/route";
import { POST } from "@/app/api/v1/management/users/[id]/unlock/route";
import { GET as listRoute } from "@/app/api/v1/management/users/route";
import { setClock } from "@/lib/kernel/clock";
import { config } from "@/lib/kernel/config/config";
import { aMachineToken } from "@/tests/builders/a-machine-token";
import { aPolicy } from "@/tests/builders/a-policy";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { A_PASSWORD, aUser } from "@/tests/builders/a-user";
import { eventsOf } from "@/tests/support/audit-events";
import { callAuth } from "@/tests/support/call-factors";
import { call } from "@/tests/support/call-route";

let acme: TestEnvironment;
let token: string;
let reset: (() => void) | undefined;
beforeEach(async () => {
  acme = await aTenant();
  await aPolicy(acme, { loginOtp: "never" });
  // The token outlives the lock.
  token = await aMachineToken(acme, ["users:read", "users:write"], { expiresIn: 3600 });
});
afterEach(() => reset?.());

const unlock = (id: string) =>
  call(POST, {
    method: "POST",
    path: `/api/v1/management/users/${id}/unlock`,
    params: { id },
    token,
  });

const signIn = (email: string, password: string) =>
  callAuth(acme, "login/preflight", { email, password });

/** Sets the clock to some milliseconds after a moment. */
const at = (moment: Date, after = 0) => {
  reset?.();
  reset = setClock({ now: () => new Date(moment.getTime() + after) });
};
const path = "/api/v1/management/users";
type Locked = { id: string; locked_until: string | null };
const read = async (id: string) =>
  (await call(readRoute, { path: `${path}/${id}`, params: { id }, token })).body as Locked;
const list = async (query = "") => {
  const { body } = await call(listRoute, { path: `${path}${query}`, token });
  return (body as { users: Locked[] }).users;
};
const locksIn = async (query = "") =>
  (await list(query)).flatMap(({ id, locked_until }) => (locked_until ? [[id, locked_until]] : []));

async function failTooOften(email: string): Promise<void> {
  for (let tries = 0; tries < config().limits.loginFailures; tries++) await signIn(email, "wrong");
}

test("an account that failed too often signs in again at once, and its unlocking is audited", async () => {
  const { id, email } = await aUser(acme);
  await failTooOften(email);
  expect((await signIn(email, A_PASSWORD)).status).toBe(429);
  expect(await unlock(id)).toMatchObject({ status: 200, body: { unlocked: true } });
  expect((await signIn(email, A_PASSWORD)).status).toBe(200);
  expect(await eventsOf(acme, id)).toContain("user.unlocked");
});

test("an account that is not locked stays as it is", async () => {
  const { id } = await aUser(acme);
  expect(await unlock(id)).toMatchObject({ status: 200, body: { unlocked: false } });
  expect(await eventsOf(acme, id)).not.toContain("user.unlocked");
});

test("a user of another tenant is a 404", async () => {
  const { id } = await aUser(await aTenant());
  expect((await unlock(id)).status).toBe(404);
});

test("a locked user has the end of the lock, alone, in each list and in the answer to a change, as in the sign-in", async () => {
  const [{ id, email }, other] = [await aUser(acme), await aUser(acme, { externalId: "hr-7" })];
  const began = new Date();
  at(began);
  for (let tries = 1; tries < config().limits.loginFailures; tries++) await signIn(email, "wrong");
  expect([(await read(id)).locked_until, await locksIn()]).toEqual([null, []]);
  at(began, 1_500);
  await signIn(email, "wrong");
  const { loginLockSeconds } = config().limits;
  const end = new Date(began.getTime() + 1_500 + loginLockSeconds * 1000);
  const until = end.toISOString();
  at(began, 2_500);
  expect(await read(id)).toMatchObject({ id, locked_until: until });
  expect((await read(other.id)).locked_until).toBeNull();
  for (const query of ["", `?email=${encodeURIComponent(email.toUpperCase())}`, "?factor=none"])
    expect(await locksIn(query), query).toEqual([[id, until]]);
  for (const query of ["?external_id=hr-7", "?factor=passkey"])
    expect(await locksIn(query), query).toEqual([]);
  const suspended = await call(suspendRoute, {
    ...{ method: "POST", path: `${path}/${id}/suspend`, params: { id }, token, body: {} },
  });
  expect(suspended.body).toMatchObject({ locked_until: until });
  const refused = await signIn(email, A_PASSWORD);
  expect([refused.status, Number(refused.headers.get("retry-after"))]).toEqual([
    429,
    loginLockSeconds - 1,
  ]);
  at(end, -1);
  expect([(await read(id)).locked_until, await locksIn()]).toEqual([until, [[id, until]]]);
  at(end);
  expect([(await read(id)).locked_until, await locksIn()]).toEqual([null, []]);
});

test("a tenant's own lockout counts too, until an account is unlocked, and another tenant's lock of the same address doesn't", async () => {
  const globex = await aTenant();
  const lockout = { lockoutThreshold: 2, lockoutWindowMinutes: 60, lockoutDurationMinutes: 90 };
  await aPolicy(globex, { loginOtp: "never", ...lockout });
  const theirs = await aMachineToken(globex, ["users:read", "users:write"]);
  const user = await aUser(globex);
  const same = await aUser(acme, { email: user.email });
  const began = new Date();
  at(began);
  for (let tries = 0; tries < lockout.lockoutThreshold; tries++)
    await callAuth(globex, "login/preflight", { email: user.email, password: "wrong" });
  const ask = async () =>
    (await call(readRoute, { path: `${path}/${user.id}`, params: { id: user.id }, token: theirs }))
      .body;
  const listed = async () => (await call(listRoute, { path, token: theirs })).body;
  const until = new Date(began.getTime() + 90 * 60_000).toISOString();
  expect(await ask()).toMatchObject({ locked_until: until });
  expect(await listed()).toMatchObject({ users: [{ id: user.id, locked_until: until }] });
  expect([(await read(same.id)).locked_until, await locksIn()]).toEqual([null, []]);
  const params = { id: user.id };
  await call(POST, { method: "POST", path: `${path}/${user.id}/unlock`, params, token: theirs });
  expect(await ask()).toMatchObject({ locked_until: null });
  expect(await listed()).toMatchObject({ users: [{ locked_until: null }] });
});

test("an address that was locked before any user had it locks the user who gets it", async () => {
  const email = "newly-hired@example.com";
  await failTooOften(email);
  const { id } = await aUser(acme, { email });
  const { locked_until } = await read(id);
  expect(locked_until).not.toBeNull();
  expect(await locksIn()).toEqual([[id, locked_until]]);
});
