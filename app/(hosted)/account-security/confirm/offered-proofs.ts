import type { OwnAccount } from "@/app/(hosted)/account-security/own-account";
import type { StepUpMethod } from "@/lib/account-security/fresh-proof";
import { readStepUp } from "@/lib/account-security/read-step-up";
import { beginPasskeyStepUp, type PasskeyStepUp } from "@/lib/account-security/reverify-session";
import { ServiceError } from "@/lib/errors";
import { type Problem, problemOf } from "@/lib/oidc/pages/problem";

interface OfferedProofs {
  /** Strongest first. */
  methods: StepUpMethod[];
  passkey: PasskeyStepUp | null;
  email: string;
  /** Why no proof is taken now. */
  problem?: Problem;
}

/** How somebody can prove here who they are. A passkey for the tenant's own pages alone is of no use on ours. */
export async function offeredProofs({ caller, sessionId }: OwnAccount): Promise<OfferedProofs> {
  const { methods, email } = await readStepUp(caller, sessionId, "hosted");
  if (!methods.includes("passkey")) return { methods, email, passkey: null };
  try {
    return { methods, email, passkey: await beginPasskeyStepUp(caller, sessionId, "hosted") };
  } catch (error) {
    const others = methods.filter((method) => method !== "passkey");
    const reason = error instanceof ServiceError ? error.reason : null;
    if (reason === "unprocessable") return { methods: others, email, passkey: null };
    if (reason === "rate_limited")
      return { methods: others, email, passkey: null, problem: problemOf(error) };
    throw error;
  }
}
