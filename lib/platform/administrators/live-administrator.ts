import type { TenantScope } from "@/lib/caller";
import { now, secondsAfter } from "@/lib/clock";
import { inTransaction } from "@/lib/db/transaction";
import type { AdministeredTenant } from "@/lib/platform/administrators/administrator";
import { resolveAdministrator } from "@/lib/platform/administrators/administrator-store";
import type { DashboardToken } from "@/lib/platform/administrators/dashboard-token";
import { isOperator } from "@/lib/platform/operator-store";
import { readPlatform } from "@/lib/platform/platform-store";
import { isActivityDue } from "@/lib/sessions/present-activity";
import { authenticationOf, isSignedIn } from "@/lib/sessions/session";
import { findHostedSessionBySid, readSession } from "@/lib/sessions/session-store";
import { noteActivity } from "@/lib/sessions/session-use-store";

/** Somebody who is signed in to the dashboard at this moment. */
export interface LiveAdministrator {
  userId: string;
  email: string;
  displayName: string | null;
  /** The platform session behind the dashboard, and the environment it is in: where a step-up is asked. */
  session: TenantScope & { id: string };
  /** Until when the sign-in or the latest step-up counts as fresh. */
  proofExpiresAt: Date;
  tenants: AdministeredTenant[];
  /** Whether they run the platform: all tenants, beside those they administer. */
  isOperator: boolean;
}

/** Who a dashboard token stands for now, or null: when the session behind it was ended, has expired, was idle for
 *  as long as the platform's policy allows, or its user was suspended or deleted, the next page is the sign-in
 *  again. Whoever is found has been active with this. */
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
    const [facts, operates] = await Promise.all([
      readSession(db, named.id, "hosted"),
      isOperator(db, token.userId),
    ]);
    if (!facts || facts.user.id !== token.userId || !isSignedIn(facts, at)) return null;
    if (isActivityDue(facts, at)) await noteActivity(db, facts.session.id, at);
    return { facts, operates };
  });
  if (!found) return null;
  const { facts, operates } = found;
  const { user, session, policy } = facts;
  const { authTime } = authenticationOf(facts, at);
  return {
    userId: user.id,
    email: user.email,
    displayName: user.displayName,
    session: {
      id: session.id,
      tenantId: platform.tenantId,
      environmentId: platform.environmentId,
    },
    proofExpiresAt: secondsAfter(authTime, policy.stepUpMaxAgeSeconds),
    tenants,
    isOperator: operates,
  };
}
