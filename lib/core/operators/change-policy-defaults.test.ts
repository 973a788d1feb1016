import { afterEach, beforeAll, expect, test } from "vitest";
import { changePolicyDefaults } from "@/lib/core/operators/change-policy-defaults";
import { platformPolicy } from "@/lib/core/security-policy/security-policy";
import { readPolicyDefaults } from "@/lib/core/security-policy/security-policy-store";
import { sweepExpiredSessions } from "@/lib/core/sessions/sweep-expired-sessions";
import { validateSession } from "@/lib/core/sessions/validate-session";
import { noRequest } from "@/lib/kernel/caller";
import { minutesAfter, now } from "@/lib/kernel/clock";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";
import { aPolicy } from "@/tests/builders/a-policy";
import { aSession } from "@/tests/builders/a-session";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";

const by = { actor: { type: "operator", id: "tests" }, context: noRequest } as const;
let follows: TestEnvironment;
let overrides: TestEnvironment;

beforeAll(async () => {
  [follows, overrides] = [await aTenant(), await aTenant()];
  await aPolicy(overrides, { absoluteTimeoutMinutes: 720 });
});
afterEach(() => changePolicyDefaults(by, platformPolicy));

const anHourOld = (tenant: TestEnvironment) =>
  aSession(tenant, { authTime: minutesAfter(now(), -61) });

test("a new installation has the defaults of the code", async () => {
  expect(await readPolicyDefaults()).toEqual(platformPolicy);
});

test("a shorter absolute timeout ends live sessions of tenants that follow it, on the next request", async () => {
  const [one, other] = [await anHourOld(follows), await anHourOld(overrides)];
  expect((await validateSession(follows, one.id)).reason).toBeNull();
  await changePolicyDefaults(by, { absoluteTimeoutMinutes: 60 });
  expect((await validateSession(follows, one.id)).reason).toBe("expired");
  expect((await validateSession(overrides, other.id)).reason).toBeNull();
  await changePolicyDefaults(by, { absoluteTimeoutMinutes: 720 });
  expect((await validateSession(follows, one.id)).reason).toBeNull();
});

test("the sweep of expired sessions follows the default of its moment", async () => {
  const [one, other] = [await anHourOld(follows), await anHourOld(overrides)];
  const expired = (tenant: TestEnvironment, id: string) =>
    inPrismaTransaction(tenant, async ({ prisma }) => {
      const { expiredAt } = await prisma.session.findUniqueOrThrow({ where: { id } });
      return expiredAt !== null;
    });
  await sweepExpiredSessions();
  expect(await expired(follows, one.id)).toBe(false);
  await changePolicyDefaults(by, { absoluteTimeoutMinutes: 60 });
  await sweepExpiredSessions();
  expect(await expired(follows, one.id)).toBe(true);
  expect(await expired(overrides, other.id)).toBe(false);
});

test("parallel changes of different fields all hold", async () => {
  const lockout = { lockoutThreshold: 3, lockoutWindowMinutes: 5, lockoutDurationMinutes: 5 };
  await Promise.all([
    changePolicyDefaults(by, { idleTimeoutMinutes: 20 }),
    changePolicyDefaults(by, { trustedDeviceDays: 7 }),
    changePolicyDefaults(by, { passwordMinLength: 15 }),
    changePolicyDefaults(by, lockout),
    changePolicyDefaults(by, { trustedDeviceEmail: false }),
  ]);
  expect(await readPolicyDefaults()).toEqual({
    ...platformPolicy,
    idleTimeoutMinutes: 20,
    trustedDeviceDays: 7,
    passwordMinLength: 15,
    ...lockout,
    trustedDeviceEmail: false,
  });
});

test("a change with one wrong field changes nothing, and names it", async () => {
  const change = changePolicyDefaults(by, { idleTimeoutMinutes: 20, passwordMinLength: 7 });
  await expect(change).rejects.toMatchObject({
    reason: "unprocessable",
    detail: "password_min_length: must be a whole number from 8 to 128",
  });
  expect(await readPolicyDefaults()).toEqual(platformPolicy);
});
