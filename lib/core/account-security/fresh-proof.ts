import { proofsIn } from "@/lib/core/login/shown-methods";
import {
  type FactorFacts,
  type Occasion,
  type ProofMethod,
  whatToShow,
} from "@/lib/core/login/what-to-show";
import type { SecurityPolicy } from "@/lib/core/security-policy/security-policy";
import type { Session } from "@/lib/core/sessions/session";
import { secondsAfter } from "@/lib/kernel/clock";
import { ServiceError } from "@/lib/kernel/errors";

/** Operation for which a session needs a fresh proof. */
export type DangerousOccasion = Exclude<Occasion, "sign_in">;

interface Facts {
  session: Pick<Session, "authTime" | "amr" | "stepUpAt" | "stepUpAmr">;
  policy: Pick<SecurityPolicy, "stepUpMaxAgeSeconds">;
}

/** Returns until when a session's latest accepted proof is fresh: its sign-in, or its step-up. Each is
 *  judged by its own methods: a factor of the sign-in adds nothing to a later password. Null when none
 *  counts. */
export function proofFreshUntil(
  { session, policy }: Facts,
  factors: FactorFacts,
  occasion: DangerousOccasion,
): Date | null {
  const { authTime, amr, stepUpAt, stepUpAmr } = session;
  const proofs = [{ at: authTime, amr }, ...(stepUpAt ? [{ at: stepUpAt, amr: stepUpAmr }] : [])];
  const counted = proofs.filter(({ amr: shown }) => provesEnough(factors, shown, occasion));
  if (counted.length === 0) return null;
  const latest = new Date(Math.max(...counted.map(({ at }) => at.getTime())));
  return secondsAfter(latest, policy.stepUpMaxAgeSeconds);
}

/** Whether the methods of a sign-in or step-up are a sufficient proof. */
export function provesEnough(
  factors: FactorFacts,
  amr: readonly string[],
  occasion: DangerousOccasion,
): boolean {
  return whatToShow(factors, { proofs: proofsIn(amr) }, occasion).answer === "grant";
}

/** Returns the methods that would be a fresh proof, strongest first. */
export function stepUpMethods(factors: FactorFacts, occasion: DangerousOccasion): ProofMethod[] {
  const next = whatToShow(factors, { proofs: [] }, occasion);
  return next.answer === "show" ? next.methods : [];
}

/** @throws ServiceError `step_up_required` with the accepted methods, when the session has no fresh proof */
export function assertFreshProof(
  facts: Facts,
  factors: FactorFacts,
  occasion: DangerousOccasion,
  at: Date,
): void {
  const until = proofFreshUntil(facts, factors, occasion);
  if (until !== null && at < until) return;
  throw new ServiceError("step_up_required", {
    detail: "Prove again who is signed in, then repeat the request.",
    fields: { methods: stepUpMethods(factors, occasion) },
  });
}
