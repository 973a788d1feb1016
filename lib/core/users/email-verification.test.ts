import { expect, test } from "vitest";
import {
  assertedByTenant,
  type EmailVerification,
  provenToService,
  withdrawnByTenant,
} from "@/lib/core/users/email-verification";

const earlier = new Date("2026-11-20T09:00:00Z");
const at = new Date("2026-11-21T09:00:00Z");
const none: EmailVerification = { verified: false };
const asserted: EmailVerification = { verified: true, method: "tenant_asserted", at: earlier };
const byCode: EmailVerification = { verified: true, method: "service_otp", at: earlier };
const byLink: EmailVerification = { verified: true, method: "service_token", at: earlier };

test("the tenant's assertion is recorded only when there is no evidence", () => {
  expect(assertedByTenant(none, at)).toEqual({ verified: true, method: "tenant_asserted", at });
  for (const current of [asserted, byCode, byLink])
    expect(assertedByTenant(current, at)).toBe(current);
});

test("the tenant withdraws only its own assertion", () => {
  expect(withdrawnByTenant(asserted)).toEqual(none);
  expect(withdrawnByTenant(none)).toEqual(none);
  for (const current of [byCode, byLink]) expect(withdrawnByTenant(current)).toBe(current);
});

test("the service's own proof replaces no evidence or the tenant's assertion, and then stays unchanged", () => {
  for (const current of [none, asserted])
    expect(provenToService(current, "service_otp", at)).toEqual({
      verified: true,
      method: "service_otp",
      at,
    });
  for (const current of [byCode, byLink])
    expect(provenToService(current, "service_token", at)).toBe(current);
});
