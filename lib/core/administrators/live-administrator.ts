import { proofFreshUntil, stepUpMethods } from "@/lib/core/account-security/fresh-proof";
import type { AdministeredTenant } from "@/lib/core/administrators/administrator";
import { resolveAdministrator } from "@/lib/core/administrators/administrator-store";
import type { DashboardToken } from "@/lib/core/administrators/dashboard-token";
import { lacksFactor } from "@/lib/core/administrators/factor-duty";
import { readFactorFacts } from "@/lib/core/login/factor-facts";
import type { ProofMethod } from "@/lib/core/login/what-to-show";
import { operatorSince } from "@/lib/core/platform/operator-store";
import { readPlatform } from "@/lib/core/platform/platform-store";
import { isActivityDue } from "@/lib/core/sessions/present-activity";
import { isSignedIn } from "@/lib/core/sessions/session";
import { findHostedSessionBySid, readSession } from "@/lib/core/sessions/session-store";
import { noteActivity } from "@/lib/core/sessions/session-use-store";
import { findUser } from "@/lib/core/users/user-store";
import type { TenantScope } from "@/lib/kernel/caller";
import { now } from "@/lib/kernel/clock";
import { inTransaction } from "@/lib/kernel/db/transaction";

/** Methods by which an administrator may prove in the dashboard who they are. A recovery code is for a
 *  sign-in, which is a fresh proof. */
export type DashboardProof = Exclude<ProofMethod, "recovery_code">;

/** A user who is signed in to the dashboard at this moment. */
export interface LiveAdministrator {
  userId: string;
  email: string;
  displayName: string | null;
  /** The platform session behind the dashboard, and its environment, which requires the step-up. */
  session: TenantScope & { id: string };
  /** Until when the sign-in or the latest step-up counts as a fresh proof; null when it never did. */
  proofExpiresAt: Date | null;
  /** Methods that would be a fresh proof, strongest first. */
  proofMethods: DashboardProof[];
  /** Whether they have neither a passkey nor an authenticator app, and could add one. */
  lacksFactor: boolean;
  tenants: AdministeredTenant[];
  /** Whether they are an operator of the platform: of all tenants, besides those they administer. */
  isOperator: boolean;
  /** Since when they are an operator; null for others. */
  operatorSince: Date | null;
  /** Whether the policy of the platform's own tenant requires operators to have a factor. */
  operatorsRequireFactor: boolean;
}

/** Returns the user a dashboard token stands for now, or null: when the session behind it was ended, has
 *  expired, was idle for as long as the platform's policy allows, or its user was suspended or deleted,
 *  the next page is the sign-in again. Counts as activity of the session. */
export async function liveAdministrator(token: DashboardToken): Promise<LiveAdministrator | null> {
  const [platform, tenants] = await Promise.all([
    readPlatform(),
    resolveAdministrator(token.userId),
  ]);
  if (!platform) return null;
  const at = now();
  const found = await inTransaction(platform, async (db) => {
    const named = await findHostedSessionBySid(db, token.sid);
    if (!named) return null;
    const [facts, owner, since] = await Promise.all([
      readSession(db, named.id, "hosted"),
      findUser(db, token.userId),
      operatorSince(db, token.userId),
    ]);
    if (!owner || !facts || facts.user.id !== token.userId || !isSignedIn(facts, at)) return null;
    if (isActivityDue(facts, at)) await noteActivity(db, facts.session.id, at);
    const subject = { user: owner, policy: facts.policy, channel: "hosted" } as const;
    return { facts, owner, since, factors: await readFactorFacts(db, subject, at) };
  });
  if (!found) return null;
  const { facts, owner, since, factors } = found;
  const { user, session, policy } = facts;
  return {
    userId: user.id,
    email: user.email,
    displayName: user.displayName,
    session: {
      id: session.id,
      tenantId: platform.tenantId,
      environmentId: platform.environmentId,
    },
    proofExpiresAt: proofFreshUntil(facts, factors, "step_up"),
    proofMethods: stepUpMethods(factors, "step_up").filter(
      (method): method is DashboardProof => method !== "recovery_code",
    ),
    lacksFactor: lacksFactor(owner, policy),
    tenants,
    isOperator: since !== null,
    operatorSince: since,
    operatorsRequireFactor: policy.administratorsRequireFactor,
  };
}
