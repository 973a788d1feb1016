import { expect, test } from "vitest";
import { dangerRefusedFrom, lacksFactor } from "@/lib/core/administrators/factor-duty";
import { platformPolicy as policy } from "@/lib/core/security-policy/security-policy";

test("a passkey or an authenticator app is a factor of one's own, and a mailbox is not", () => {
  expect(lacksFactor({ factorTypes: [] }, policy)).toBe(true);
  expect(lacksFactor({ factorTypes: ["totp"] }, policy)).toBe(false);
  expect(lacksFactor({ factorTypes: ["passkey"] }, policy)).toBe(false);
});

test("no user is required to have a factor that they can't add", () => {
  expect(lacksFactor({ factorTypes: [] }, { ...policy, allowedFactors: ["email_otp"] })).toBe(
    false,
  );
  expect(lacksFactor({ factorTypes: [] }, { ...policy, allowedFactors: ["passkey"] })).toBe(true);
});

test("in production, dangerous actions need a factor from the fourteenth day on; elsewhere they never do", () => {
  const since = new Date("2026-11-01T10:00:00Z");
  const end = new Date("2026-11-15T10:00:00Z");
  expect(dangerRefusedFrom(since, { mode: "production" })).toEqual(end);
  expect(dangerRefusedFrom(since, { mode: "local" })).toBeNull();
});
