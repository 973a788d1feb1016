import { expect, test } from "vitest";
import {
  assertFreshProof,
  proofFreshUntil,
  stepUpMethods,
} from "@/lib/account-security/fresh-proof";
import { secondsAfter } from "@/lib/clock";
import { ServiceError } from "@/lib/errors";
import { type AllowedFactor, platformPolicy } from "@/lib/security-policy/security-policy";
import type { Session } from "@/lib/sessions/session";

const at = new Date("2026-11-23T09:00:00.000Z");
const ago = (seconds: number) => secondsAfter(at, -seconds);

type Proofs = Pick<Session, "authTime" | "amr" | "stepUpAt" | "stepUpAmr">;

/** An hour after a sign-in by password and mailed code, unless told otherwise. */
function facts(
  proofs: Partial<Proofs>,
  allowedFactors: AllowedFactor[] = ["email_otp", "totp", "passkey"],
) {
  const old = { authTime: ago(3600), amr: ["pwd", "otp"], stepUpAt: null, stepUpAmr: [] };
  return { session: { ...old, ...proofs }, policy: { ...platformPolicy, allowedFactors } };
}

function methodsAskedFor(...[given, owner, when]: Parameters<typeof assertFreshProof>) {
  try {
    assertFreshProof(given, owner, when);
    return null;
  } catch (error) {
    if (error instanceof ServiceError && error.reason === "step_up_required")
      return error.fields.methods;
    throw error;
  }
}

const nothing = { factorTypes: [] };
const passkey = { factorTypes: ["passkey"] };

test("a sign-in or a step-up is fresh up to the policy's age, and not at it", () => {
  expect(methodsAskedFor(facts({ authTime: ago(299) }), nothing, at)).toBeNull();
  expect(methodsAskedFor(facts({ authTime: ago(300) }), nothing, at)).toEqual([
    "password",
    "email_otp",
  ]);
  const steppedUp = facts({ stepUpAt: ago(299), stepUpAmr: ["pwd"] });
  expect(methodsAskedFor(steppedUp, nothing, at)).toBeNull();
  expect(proofFreshUntil(steppedUp, nothing)).toEqual(secondsAfter(at, 1));
});

test("what somebody has is asked for strongest first, then the password, then a code by email", () => {
  const { policy } = facts({});
  const both = { factorTypes: ["totp", "passkey"] };
  expect(stepUpMethods(policy, both)).toEqual(["passkey", "totp", "password", "email_otp"]);
});

test("where only passkeys count, a code by email is no proof of somebody who has a passkey", () => {
  const signedIn = facts({ authTime: at }, ["passkey"]);
  expect(methodsAskedFor(signedIn, passkey, at)).toEqual(["passkey"]);
  const byCode = facts({ stepUpAt: at, stepUpAmr: ["otp"] }, ["passkey"]);
  expect(methodsAskedFor(byCode, passkey, at)).toEqual(["passkey"]);
  const byKey = facts({ stepUpAt: at, stepUpAmr: ["swk", "user", "mfa"] }, ["passkey"]);
  expect(methodsAskedFor(byKey, passkey, at)).toBeNull();
});

test("where only passkeys count, somebody without one proves with what there is, to add the first", () => {
  const old = facts({}, ["passkey"]);
  expect(methodsAskedFor(old, nothing, at)).toEqual(["password", "email_otp"]);
  expect(methodsAskedFor(facts({ authTime: at }, ["passkey"]), nothing, at)).toBeNull();
  expect(methodsAskedFor(old, { factorTypes: ["totp"] }, at)).toEqual([
    "totp",
    "password",
    "email_otp",
  ]);
});

test("a passkey of the sign-in does not make a later password its like", () => {
  const amr = ["hwk", "user", "mfa"];
  const given = facts({ amr, stepUpAt: at, stepUpAmr: ["pwd"] }, ["passkey"]);
  expect(methodsAskedFor(given, passkey, at)).toEqual(["passkey"]);
  const fresh = facts({ authTime: ago(100), amr, stepUpAt: at, stepUpAmr: ["pwd"] }, ["passkey"]);
  expect(proofFreshUntil(fresh, passkey)).toEqual(secondsAfter(at, 200));
});

test("where an app's code or a passkey counts, either is a proof", () => {
  const both = { factorTypes: ["totp", "passkey"] };
  const given = (stepUpAmr: string[]) => facts({ stepUpAt: at, stepUpAmr }, ["totp", "passkey"]);
  expect(methodsAskedFor(given(["otp", "mfa"]), both, at)).toBeNull();
  expect(methodsAskedFor(given(["swk", "user", "mfa"]), both, at)).toBeNull();
  expect(methodsAskedFor(given(["pwd"]), both, at)).toEqual(["passkey", "totp"]);
});
