import { beforeAll, expect, test } from "vitest";
import { POST } from "@/app/api/v1/management/users/[id]/factors/reset/route";
import { GET as read } from "@/app/api/v1/management/users/[id]/route";
import { deleteUser } from "@/lib/core/user-lifecycle/delete-user";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";
import { aMachineToken } from "@/tests/builders/a-machine-token";
import { aRelyingParty } from "@/tests/builders/a-relying-party";
import { aSession } from "@/tests/builders/a-session";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { A_PASSWORD, aUser } from "@/tests/builders/a-user";
import { eventsOf } from "@/tests/support/audit-events";
import { Authenticator } from "@/tests/support/authenticator";
import {
  addPasskey,
  addTotp,
  bodyOf,
  callAuth,
  signInByPasskey,
} from "@/tests/support/call-factors";
import { call } from "@/tests/support/call-route";
import { queuedMail } from "@/tests/support/queued-mail";

let acme: TestEnvironment;
let token: string;

beforeAll(async () => {
  acme = await aTenant();
  await aRelyingParty(acme);
  token = await aMachineToken(acme, ["users:write", "users:read"]);
});

const at = (id: string) => ({ path: `/api/v1/management/users/${id}`, params: { id }, token });
const reset = (id: string) => {
  const { path, ...rest } = at(id);
  return call(POST, { ...rest, method: "POST", path: `${path}/factors/reset` });
};
const factorRows = (userId: string) =>
  inPrismaTransaction(acme, async ({ prisma }) => [
    await prisma.factor.count({ where: { userId } }),
    await prisma.recoveryCode.count({ where: { userId } }),
  ]);

test("a reset takes every factor, ends every session, and tells the user", async () => {
  const user = await aUser(acme);
  const session = await aSession(acme, { userId: user.id });
  const key = new Authenticator("https://shop.example");
  await addPasskey(acme, { session_id: session.id }, key);
  const { answer } = await addTotp(acme, { session_id: session.id });
  expect(answer.status).toBe(201);
  expect(await call(read, at(user.id))).toMatchObject({ body: { factors: ["totp", "passkey"] } });
  expect(await reset(user.id)).toMatchObject({
    status: 200,
    body: { factors_removed: 2, sessions_revoked: 1 },
  });
  expect(await call(read, at(user.id))).toMatchObject({ body: { factors: [] } });
  expect(await factorRows(user.id)).toEqual([0, 0]);
  expect((await signInByPasskey(acme, key)).status).toBe(401);
  expect(await callAuth(acme, "recovery-codes", { session_id: session.id })).toMatchObject({
    status: 401,
    body: { code: "revoked" },
  });
  const body = { email: user.email, password: A_PASSWORD };
  expect(await callAuth(acme, "login/preflight", body)).toMatchObject({
    body: { challenge: { type: "email_otp", methods: ["email_otp"] } },
  });
  const occasions = (await queuedMail(acme, user.email)).map(({ props }) => props.occasion);
  expect(occasions).toContain("factors_reset");
  expect(await eventsOf(acme, user.id)).toContain("factors.reset");
});

test("a reset of a user without factors says so, and is audited", async () => {
  const user = await aUser(acme);
  expect(await reset(user.id)).toMatchObject({ body: { factors_removed: 0, sessions_revoked: 0 } });
});

test("a challenge that was open before a reset does not work after it", async () => {
  const user = await aUser(acme);
  const { answer } = await addTotp(acme, { userId: user.id });
  const { recovery_codes: codes } = bodyOf<{ recovery_codes: string[] }>(answer);
  const body = { email: user.email, password: A_PASSWORD };
  const { challenge } = bodyOf<{ challenge: { token: string } }>(
    await callAuth(acme, "login/preflight", body),
  );
  await reset(user.id);
  const attempt = { email: user.email, code: codes[0], method: "recovery_code" };
  const headers = { "x-login-challenge": challenge.token };
  expect((await callAuth(acme, "login/verify-otp", attempt, headers)).status).toBe(401);
});

test("deleting a user deletes the keys and the codes", async () => {
  const user = await aUser(acme);
  await addPasskey(acme, { userId: user.id }, new Authenticator("https://shop.example"));
  await addTotp(acme, { userId: user.id });
  expect(await factorRows(user.id)).toEqual([2, 10]);
  await deleteUser(acme, user.id);
  expect(await factorRows(user.id)).toEqual([0, 0]);
});
