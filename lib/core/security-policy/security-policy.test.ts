import { beforeAll, expect, test } from "vitest";
import { platformPolicy, resolvePolicy } from "@/lib/core/security-policy/security-policy";
import { readSecurityPolicy } from "@/lib/core/security-policy/security-policy-store";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { aPolicy } from "@/tests/builders/a-policy";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";

let acme: TestEnvironment;
beforeAll(async () => {
  acme = await aTenant();
});

const inForce = () => inTransaction(acme, readSecurityPolicy);

test("a tenant without overrides follows the platform, whose sessions idle out after 30 minutes", async () => {
  expect(resolvePolicy(null, platformPolicy)).toEqual(platformPolicy);
  expect(await inForce()).toMatchObject({ idleTimeoutMinutes: 30, trustedDeviceDays: 30 });
});

test("an override stands alone; every other field continues to follow the platform", async () => {
  await aPolicy(acme, { idleTimeoutMinutes: 45 });
  expect(await inForce()).toEqual({ ...platformPolicy, idleTimeoutMinutes: 45 });
  await aPolicy(acme, { idleTimeoutMinutes: null });
  expect(await inForce()).toEqual(platformPolicy);
});

test("an idle timeout is from 15 minutes to 365 days, and PostgreSQL refuses any other", async () => {
  for (const idleTimeoutMinutes of [15, 365 * 24 * 60]) {
    await aPolicy(acme, { idleTimeoutMinutes });
    expect((await inForce()).idleTimeoutMinutes).toBe(idleTimeoutMinutes);
  }
  for (const idleTimeoutMinutes of [14, 365 * 24 * 60 + 1])
    await expect(aPolicy(acme, { idleTimeoutMinutes })).rejects.toThrow();
});

test("devices are trusted for any time up to 90 days, and PostgreSQL refuses a longer one", async () => {
  for (const trustedDeviceDays of [0, 90]) {
    await aPolicy(acme, { trustedDeviceDays });
    expect((await inForce()).trustedDeviceDays).toBe(trustedDeviceDays);
  }
  await expect(aPolicy(acme, { trustedDeviceDays: 91 })).rejects.toThrow();
});
