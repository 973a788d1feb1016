import { expect, test } from "vitest";
import {
  assertFreshProof,
  proofFreshUntil,
  provesEnough,
  stepUpMethods,
} from "@/lib/core/account-security/fresh-proof";
import type { FactorType } from "@/lib/core/factors/factor";
import type { FactorFacts } from "@/lib/core/login/what-to-show";
import { type AllowedFactor, platformPolicy } from "@/lib/core/security-policy/security-policy";
import type { Session } from "@/lib/core/sessions/session";
import { secondsAfter } from "@/lib/kernel/clock";
import { ServiceError } from "@/lib/kernel/errors";

const at = new Date("2026-11-23T09:00:00.000Z");
const ago = (seconds: number) => secondsAfter(at, -seconds);

type Proofs = Pick<Session, "authTime" | "amr" | "stepUpAt" | "stepUpAmr">;

/** Facts of a session an hour after a sign-in by password and mailed code, unless `proofs` overrides that. */
function facts(proofs: Partial<Proofs>) {
  const old = { authTime: ago(3600), amr: ["pwd", "otp"], stepUpAt: null, stepUpAmr: [] };
  return { session: { ...old, ...proofs }, policy: platformPolicy };
}

/** A user with these factors, all usable here, and recovery codes. */
function owner(
  owned: FactorType[],
  allowedFactors: AllowedFactor[] = ["email_otp", "totp", "passkey"],
) {
  const policy = { ...platformPolicy, allowedFactors };
  const recoveryCodesLeft = owned.length > 0 ? 10 : 0;
  const addable: FactorType[] = ["totp", "passkey"];
  return { policy, owned, usable: owned, recoveryCodesLeft, addable, graceIsOver: false };
}

function requiredMethods(session: ReturnType<typeof facts>, factors: FactorFacts) {
  try {
    assertFreshProof(session, factors, "change_factors", at);
    return null;
  } catch (error) {
    if (error instanceof ServiceError && error.reason === "step_up_required")
      return error.fields.methods;
    throw error;
  }
}

const nothing = owner([]);
const passkey = owner(["passkey"]);
const both = owner(["totp", "passkey"]);

test("a sign-in or a step-up is fresh up to the policy's age, and not at it", () => {
  expect(requiredMethods(facts({ authTime: ago(299) }), nothing)).toBeNull();
  expect(requiredMethods(facts({ authTime: ago(300) }), nothing)).toEqual([
    "password",
    "email_otp",
  ]);
  const steppedUp = facts({ stepUpAt: ago(299), stepUpAmr: ["pwd"] });
  expect(requiredMethods(steppedUp, nothing)).toBeNull();
  expect(proofFreshUntil(steppedUp, nothing, "change_factors")).toEqual(secondsAfter(at, 1));
});

test("a user with a factor must show one of their own, strongest first, or a recovery code", () => {
  expect(stepUpMethods(both, "change_factors")).toEqual(["passkey", "totp", "recovery_code"]);
  expect(stepUpMethods(both, "step_up")).toEqual(["passkey", "totp", "recovery_code"]);
});

test("a password and a mailed code are no proof for a user with a passkey, under any policy", () => {
  for (const who of [passkey, owner(["passkey"], ["passkey"])]) {
    expect(requiredMethods(facts({ authTime: at }), who)).toEqual(["passkey", "recovery_code"]);
    for (const stepUpAmr of [["otp"], ["pwd"]])
      expect(requiredMethods(facts({ stepUpAt: at, stepUpAmr }), who)).not.toBeNull();
    const byKey = facts({ stepUpAt: at, stepUpAmr: ["swk", "user", "mfa"] });
    expect(requiredMethods(byKey, who)).toBeNull();
  }
});

test("a user without a factor proves themselves by password or mailed code, to add the first", () => {
  const strict = owner([], ["passkey"]);
  expect(requiredMethods(facts({}), strict)).toEqual(["password", "email_otp"]);
  expect(requiredMethods(facts({ authTime: at }), strict)).toBeNull();
});

test("an app that the policy no longer counts still proves its owner, when the user has no factor that counts", () => {
  const strict = owner(["totp"], ["passkey"]);
  expect(requiredMethods(facts({ authTime: at }), strict)).toEqual(["totp", "recovery_code"]);
  const byApp = facts({ stepUpAt: at, stepUpAmr: ["otp", "mfa"] });
  expect(requiredMethods(byApp, strict)).toBeNull();
});

test("a passkey of the sign-in does not strengthen a later password", () => {
  const amr = ["hwk", "user", "mfa"];
  const steppedUp = facts({ amr, stepUpAt: at, stepUpAmr: ["pwd"] });
  expect(requiredMethods(steppedUp, passkey)).toEqual(["passkey", "recovery_code"]);
  const fresh = facts({ authTime: ago(100), amr, stepUpAt: at, stepUpAmr: ["pwd"] });
  expect(proofFreshUntil(fresh, passkey, "change_factors")).toEqual(secondsAfter(at, 200));
});

test("the claims of an external source about a sign-in are no proof of the user's own factor", () => {
  const amr = ["fed", "pwd", "hwk", "user", "mfa"];
  expect(provesEnough(both, amr, "change_factors")).toBe(false);
  expect(provesEnough(both, amr, "step_up")).toBe(false);
  expect(provesEnough(nothing, amr, "change_factors")).toBe(true);
});
