import type { LoginChannel, LoginOutcome, LoginSuccess } from "@/lib/core/login/completed-login";
import { measuredTenant } from "@/lib/core/tenants/measured-tenants";
import type { TenantScope } from "@/lib/kernel/caller";
import { ServiceError } from "@/lib/kernel/errors";
import {
  countSignIn,
  countTenantSignIn,
  type SignInFactor,
  type SignInOutcome,
} from "@/lib/kernel/process/counters";
import { inSpan } from "@/lib/kernel/process/spans";

/** Outcome of a stage of a sign-in. One without a status is complete. */
type Stage = LoginOutcome | LoginSuccess;

function outcomeOfStage(stage: Stage): SignInOutcome {
  if (!("status" in stage) || stage.status === "grant") return "succeeded";
  return stage.status === "otp_required" ? "challenged" : stage.status;
}

/** Runs a stage of a sign-in, counts how it ended, and shows it in the trace. */
export async function observedSignIn<T extends Stage>(
  scope: TenantScope,
  { channel, factor }: { channel: LoginChannel; factor: SignInFactor },
  stage: () => Promise<T>,
): Promise<T> {
  return inSpan("signIn", { "atrium.plane": channel, "atrium.factor": factor }, async (span) => {
    let outcome: SignInOutcome = "not_judged";
    try {
      const ended = await stage();
      outcome = outcomeOfStage(ended);
      return ended;
    } catch (error) {
      outcome = outcomeOfRefusal(error);
      throw error;
    } finally {
      span?.setAttribute("atrium.outcome", outcome);
      noteSignIn(scope, channel, outcome, factor);
    }
  });
}

/** Counts a sign-in, or a stage of one. */
export function noteSignIn(
  { tenantId }: Pick<TenantScope, "tenantId">,
  channel: LoginChannel,
  outcome: SignInOutcome,
  factor: SignInFactor,
): void {
  countSignIn(channel, outcome, factor);
  const tenant = measuredTenant(tenantId);
  if (tenant !== undefined) countTenantSignIn(tenant, channel, outcome);
}

function outcomeOfRefusal(error: unknown): SignInOutcome {
  if (!(error instanceof ServiceError)) return "not_judged";
  if (error.reason === "invalid_credentials") return "failed";
  return error.reason === "login_temporarily_locked" ? "locked" : "not_judged";
}
