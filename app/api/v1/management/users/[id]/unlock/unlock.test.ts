import { beforeAll, expect, test } from "vitest";
import { POST } from "@/app/api/v1/management/users/[id]/unlock/route";
import { config } from "@/lib/config/config";
import { aMachineToken } from "@/tests/builders/a-machine-token";
import { aPolicy } from "@/tests/builders/a-policy";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { A_PASSWORD, aUser } from "@/tests/builders/a-user";
import { eventsOf } from "@/tests/support/audit-events";
import { callAuth } from "@/tests/support/call-factors";
import { call } from "@/tests/support/call-route";

let acme: TestEnvironment;
let token: string;
beforeAll(async () => {
  acme = await aTenant();
  await aPolicy(acme, { loginOtp: "never" });
  token = await aMachineToken(acme, ["users:write"]);
});

const unlock = (id: string) =>
  call(POST, {
    method: "POST",
    path: `/api/v1/management/users/${id}/unlock`,
    params: { id },
    token,
  });

const signIn = (email: string, password: string) =>
  callAuth(acme, "login/preflight", { email, password });

test("an account that failed too often signs in again at once, and its unlocking is told", async () => {
  const { id, email } = await aUser(acme);
  for (let tries = 0; tries < config().limits.loginFailures; tries++) await signIn(email, "wrong");
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
