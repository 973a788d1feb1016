import { describe, expect, test } from "vitest";
import { needsSecondFactor } from "@/lib/login/second-factor";

const allowedFactors = ["email_otp", "totp", "passkey"] as const;
const password = { trustedDevice: false, mailbox: false };
const onTrustedDevice = { trustedDevice: true, mailbox: false };
const byEmailedLink = { trustedDevice: false, mailbox: true };

describe("whether a sign-in needs a second factor", () => {
  test.each([
    ["never", password, false],
    ["never", onTrustedDevice, false],
    ["untrusted_device", password, true],
    ["untrusted_device", onTrustedDevice, false],
    ["always", password, true],
    ["always", onTrustedDevice, true],
    ["always", byEmailedLink, false],
    ["untrusted_device", byEmailedLink, false],
  ] as const)(
    "where the policy says %s, to one that has shown %o: %s",
    (loginOtp, shown, needed) => {
      expect(needsSecondFactor({ loginOtp, allowedFactors }, shown)).toBe(needed);
    },
  );
});
