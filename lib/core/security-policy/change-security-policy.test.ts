import { beforeEach, expect, test } from "vitest";
import { changeSecurityPolicy } from "@/lib/core/security-policy/change-security-policy";
import { lockoutOf, type PolicyOverrides } from "@/lib/core/security-policy/security-policy";
import {
  readSecurityPolicy,
  readStoredPolicy,
} from "@/lib/core/security-policy/security-policy-store";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";

let acme: TestEnvironment;
beforeEach(async () => {
  acme = await aTenant();
});

const inForce = () => inPrismaTransaction(acme, readSecurityPolicy);
const overrides = async () => (await inPrismaTransaction(acme, readStoredPolicy)).overrides;
const events = () =>
  inPrismaTransaction(acme, ({ prisma }) =>
    prisma.auditEvent.findMany({
      where: { kind: "security_policy.updated" },
      orderBy: { id: "asc" },
    }),
  );

test("an overridden field is in force on the next read, and after a reset it follows the platform", async () => {
  const platform = await inForce();
  expect(await changeSecurityPolicy(acme, { loginOtp: "always", idleTimeoutMinutes: 60 })).toEqual([
    "loginOtp",
    "idleTimeoutMinutes",
  ]);
  expect(await inForce()).toEqual({ ...platform, loginOtp: "always", idleTimeoutMinutes: 60 });
  await changeSecurityPolicy(acme, { loginOtp: null });
  expect(await inForce()).toEqual({ ...platform, idleTimeoutMinutes: 60 });
  expect(await overrides()).toMatchObject({ loginOtp: null, idleTimeoutMinutes: 60 });
});

test("an override that equals the platform's value is stored all the same", async () => {
  const { idleTimeoutMinutes } = await inForce();
  await changeSecurityPolicy(acme, { idleTimeoutMinutes });
  expect(await overrides()).toMatchObject({ idleTimeoutMinutes });
});

test("the trail has the values before and after a change, and no event without a change", async () => {
  await changeSecurityPolicy(acme, { trustedDeviceEmail: false });
  await changeSecurityPolicy(acme, { trustedDeviceEmail: false, loginOtp: null });
  await changeSecurityPolicy(acme, { trustedDeviceEmail: null });
  expect((await events()).map(({ metadata }) => metadata)).toEqual([
    { before: { trusted_device_email: null }, after: { trusted_device_email: false } },
    { before: { trusted_device_email: false }, after: { trusted_device_email: null } },
  ]);
});

const outside: [Partial<PolicyOverrides>, string][] = [
  [{ idleTimeoutMinutes: 14 }, "idle_timeout_minutes"],
  [{ idleTimeoutMinutes: 525_601 }, "idle_timeout_minutes"],
  [{ absoluteTimeoutMinutes: 1.5 }, "absolute_timeout_minutes"],
  [{ trustedDeviceDays: 91 }, "trusted_device_days"],
  [{ trustedDeviceDays: -1 }, "trusted_device_days"],
  [{ passwordMinLength: 7 }, "password_min_length"],
  [{ stepUpMaxAgeSeconds: 29 }, "step_up_max_age_seconds"],
  [{ factorGraceDays: 91 }, "factor_grace_days"],
  [{ allowedFactors: [] }, "allowed_factors"],
  [{ lockoutThreshold: 3 }, "lockout_threshold"],
  [
    { lockoutThreshold: 3, lockoutWindowMinutes: 15, lockoutDurationMinutes: 1441 },
    "lockout_duration",
  ],
];

test.each(outside)(
  "%j is refused with the field's name, and nothing changes",
  async (changes, name) => {
    const refused = changeSecurityPolicy(acme, { passwordMinLength: 12, ...changes });
    await expect(refused).rejects.toMatchObject({
      reason: "unprocessable",
      detail: expect.stringContaining(name),
    });
    expect(await overrides()).toBeNull();
    expect(await events()).toEqual([]);
  },
);

test("half a lockout is refused, also together with the stored one", async () => {
  const lockout = { lockoutThreshold: 3, lockoutWindowMinutes: 15, lockoutDurationMinutes: 30 };
  await changeSecurityPolicy(acme, lockout);
  expect(lockoutOf(await inForce())).toEqual({
    threshold: 3,
    windowMinutes: 15,
    durationMinutes: 30,
  });
  await expect(changeSecurityPolicy(acme, { lockoutThreshold: null })).rejects.toMatchObject({
    reason: "unprocessable",
  });
  await changeSecurityPolicy(acme, { lockoutThreshold: 5 });
  expect(lockoutOf(await inForce())?.threshold).toBe(5);
});

test("of parallel changes none is lost, and each event starts from the previous one's result", async () => {
  const days = [1, 2, 3, 4, 5, 6, 7, 8];
  await Promise.all(
    days.map((trustedDeviceDays) => changeSecurityPolicy(acme, { trustedDeviceDays })),
  );
  const recorded = (await events()).map(
    ({ metadata }) =>
      metadata as Record<"before" | "after", { trusted_device_days: number | null }>,
  );
  expect(recorded).toHaveLength(8);
  const ends = recorded.map(({ after }) => after.trusted_device_days);
  expect([...ends].sort()).toEqual(days);
  const starts = recorded.map(({ before }) => before.trusted_device_days);
  expect(new Set([...starts, (await inForce()).trustedDeviceDays])).toEqual(
    new Set([null, ...days]),
  );
});
