import type { OwnAccount } from "@/app/(hosted)/account-security/own-account";
import type { ProtectedAction } from "@/app/(hosted)/account-security/wanted";
import { beginPasskeyStepUp, readStepUp } from "@/lib/core/account-security/begin-step-up";
import type { PasskeyChallenge } from "@/lib/core/factors/factor";
import type { ProofMethod } from "@/lib/core/login/what-to-show";
import { type Problem, problemOf } from "@/lib/core/oidc/pages/problem";
import { ServiceError } from "@/lib/kernel/errors";

interface OfferedProofs {
  /** Strongest first. */
  methods: ProofMethod[];
  passkey: PasskeyChallenge | null;
  email: string;
  /** Reason for which no proof is accepted now. */
  problem?: Problem;
}

/** Returns the proofs that a user can give here for an action. */
export async function offeredProofs(
  { caller, sessionId }: OwnAccount,
  { to }: ProtectedAction,
): Promise<OfferedProofs> {
  const occasion = to === "letDeviceIn" ? "step_up" : "change_factors";
  const { methods, email } = await readStepUp(caller, sessionId, "hosted", occasion);
  if (!methods.includes("passkey")) return { methods, email, passkey: null };
  try {
    return { methods, email, passkey: await beginPasskeyStepUp(caller, sessionId, "hosted") };
  } catch (error) {
    const others = methods.filter((method) => method !== "passkey");
    const reason = error instanceof ServiceError ? error.reason : null;
    if (reason === "rate_limited")
      return { methods: others, email, passkey: null, problem: problemOf(error) };
    throw error;
  }
}
