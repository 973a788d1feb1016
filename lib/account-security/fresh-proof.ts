import { secondsAfter } from "@/lib/clock";
import { ServiceError } from "@/lib/errors";
import type { SecurityPolicy } from "@/lib/security-policy/security-policy";
import type { Session } from "@/lib/sessions/session";
import type { User } from "@/lib/users/user";

/** How a user may prove again who they are. */
export type StepUpMethod = "password" | "email_otp" | "totp" | "passkey";

interface Facts {
  session: Pick<Session, "authTime" | "amr" | "stepUpAt" | "stepUpAmr">;
  policy: Pick<SecurityPolicy, "allowedFactors" | "stepUpMaxAgeSeconds">;
}
type Owner = Pick<User, "factorTypes">;

/** Until when a session's latest proof that counts is fresh: its sign-in, or its step-up. Where the policy asks for a
 *  factor that the user has, the proof itself must have shown one: a factor of the sign-in lends nothing to a later
 *  password. Null when none counts. */
export function proofFreshUntil({ session, policy }: Facts, owner: Owner): Date | null {
  const { authTime, amr, stepUpAt, stepUpAmr } = session;
  const proofs = [{ at: authTime, amr }, ...(stepUpAt ? [{ at: stepUpAt, amr: stepUpAmr }] : [])];
  const counted = proofs.filter(({ amr: shown }) => provesEnough(policy, owner, shown));
  if (counted.length === 0) return null;
  const latest = new Date(Math.max(...counted.map(({ at }) => at.getTime())));
  return secondsAfter(latest, policy.stepUpMaxAgeSeconds);
}

/** Whether what a sign-in or step-up has shown would do for adding a factor. */
export function provesEnough(
  policy: Pick<SecurityPolicy, "allowedFactors">,
  owner: Owner,
  amr: readonly string[],
): boolean {
  const needed = neededFactors(policy, owner);
  return needed.length === 0 || needed.some((factor) => shows(amr, factor));
}

/** What would be a fresh proof, strongest first. */
export function stepUpMethods(
  policy: Pick<SecurityPolicy, "allowedFactors">,
  owner: Owner,
): StepUpMethod[] {
  const needed = neededFactors(policy, owner);
  if (needed.length > 0) return needed;
  const own = ownFactors(owner);
  return [...own, "password", "email_otp"];
}

/** @throws ServiceError `step_up_required` with the methods that would do, when the session has no fresh proof */
export function assertFreshProof(facts: Facts, owner: Owner, at: Date): void {
  const until = proofFreshUntil(facts, owner);
  if (until !== null && at < until) return;
  throw new ServiceError("step_up_required", {
    detail: "Prove again who is signed in, then repeat the request.",
    fields: { methods: stepUpMethods(facts.policy, owner) },
  });
}

/** The factors of which a proof must show one: where a code by email does not count, and the user has what does. */
function neededFactors(
  { allowedFactors }: Pick<SecurityPolicy, "allowedFactors">,
  owner: Owner,
): ("passkey" | "totp")[] {
  if (allowedFactors.includes("email_otp")) return [];
  return ownFactors(owner).filter((factor) => allowedFactors.includes(factor));
}

function ownFactors({ factorTypes }: Owner): ("passkey" | "totp")[] {
  return (["passkey", "totp"] as const).filter((type) => factorTypes.includes(type));
}

/** A key shows itself in `amr`; an app's code is the one that makes `mfa`. */
function shows(amr: readonly string[], factor: "passkey" | "totp"): boolean {
  return factor === "passkey" ? amr.includes("hwk") || amr.includes("swk") : amr.includes("mfa");
}
