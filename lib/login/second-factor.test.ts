import { describe, expect, test } from "vitest";
import { factorMethods, methodBeforeEnrolment, needsSecondFactor } from "@/lib/login/second-factor";

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

const all = ["email_otp", "totp", "passkey"] as const;
const nothing = { types: [], recoveryCodesLeft: 0 };
const both = { types: ["totp", "passkey"], recoveryCodesLeft: 9 } as const;
const app = { types: ["totp"], recoveryCodesLeft: 0 } as const;

describe("with what a sign-in may be completed", () => {
  test.each([
    [all, nothing, true, ["email_otp"]],
    [all, both, true, ["passkey", "totp", "email_otp", "recovery_code"]],
    [["totp", "passkey"], both, true, ["passkey", "totp", "recovery_code"]],
    [["totp", "passkey"], app, true, ["totp"]],
    [["passkey"], app, false, ["totp"]],
    [["passkey"], nothing, false, ["email_otp"]],
    [["passkey"], app, true, []],
    [["passkey"], { types: ["totp"], recoveryCodesLeft: 3 }, true, []],
    [["totp"], nothing, true, []],
  ] as const)(
    "where %j is allowed, by who has %j, grace over: %s",
    (allowed, own, over, methods) => {
      expect(factorMethods({ allowedFactors: allowed }, own, over)).toEqual(methods);
    },
  );

  test("nothing that a user has is asked for before a factor must be added, but an app of theirs", () => {
    expect(methodBeforeEnrolment(nothing)).toBe("email_otp");
    expect(methodBeforeEnrolment(app)).toBe("totp");
  });

  test("a mailbox that was proven counts where codes by email count", () => {
    const shown = { trustedDevice: false, mailbox: true };
    expect(needsSecondFactor({ loginOtp: "always", allowedFactors: ["passkey"] }, shown)).toBe(
      true,
    );
  });
});
