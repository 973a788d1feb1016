import { describe, expect, test } from "vitest";
import { matchingStep, newTotpSecret, otpauthUri } from "@/lib/core/factors/totp";
import { totpCode } from "@/tests/support/totp-code";

// RFC 6238, appendix B, the rows of SHA-1: the secret is "12345678901234567890". The last six of its eight
// digits.
const secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
const vectors: [number, string][] = [
  [59, "287082"],
  [1_111_111_109, "081804"],
  [1_111_111_111, "050471"],
  [1_234_567_890, "005924"],
  [2_000_000_000, "279037"],
  [20_000_000_000, "353130"],
];
const at = (seconds: number) => new Date(seconds * 1000);

describe("codes of an authenticator app", () => {
  test.each(vectors)("at %d seconds the code is %s (RFC 6238, appendix B)", (seconds, code) => {
    const step = Math.floor(seconds / 30);
    expect(matchingStep(secret, code, at(seconds))).toBe(step);
    expect(totpCode(secret, at(seconds))).toBe(code);
  });

  test("match one step before and one after, and no further", () => {
    const [seconds, code] = [1_111_111_110, "050471"];
    const step = seconds / 30;
    expect(matchingStep(secret, code, at(seconds - 30))).toBe(step);
    expect(matchingStep(secret, code, at(seconds + 59.999))).toBe(step);
    expect(matchingStep(secret, code, at(seconds - 30.001))).toBeNull();
    expect(matchingStep(secret, code, at(seconds + 60))).toBeNull();
  });

  test("are six digits and nothing else", () => {
    for (const code of ["", "50471", "0050471", "05047a", " 050471", "05 0471", "٠٥٠٤٧١", "-50471"])
      expect(matchingStep(secret, code, at(1_111_111_111))).toBeNull();
  });
});

test("a secret has 160 random bits", () => {
  const secrets = Array.from({ length: 20 }, newTotpSecret);
  for (const one of secrets) expect(one).toMatch(/^[A-Z2-7]{32}$/);
  expect(new Set(secrets).size).toBe(20);
});

test("the QR code contains the tenant, the address and the secret, in the format of apps", () => {
  const uri = new URL(otpauthUri(secret, "Acme: Shops & More", "mara+1@example.com"));
  expect([uri.protocol, uri.host]).toEqual(["otpauth:", "totp"]);
  expect(decodeURIComponent(uri.pathname)).toBe("/Acme  Shops & More:mara+1@example.com");
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    ...{ issuer: "Acme  Shops & More", secret, algorithm: "SHA1", digits: "6", period: "30" },
  });
});
