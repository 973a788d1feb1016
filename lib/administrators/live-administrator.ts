import type { AdministeredTenant } from "@/lib/administrators/administrator";
import { resolveAdministrator } from "@/lib/administrators/administrator-store";
import { readPlatform } from "@/lib/administrators/platform-store";
import type { DashboardToken } from "@/lib/administrators/sign-in";
import type { TenantScope } from "@/lib/caller";
import { now, secondsAfter } from "@/lib/clock";
import { inTenant } from "@/lib/db";
import { isOperator } from "@/lib/operators/operator-store";
import { authenticationOf, sessionEnd } from "@/lib/sessions/session";
import { findHostedSessionBySid, readSession } from "@/lib/sessions/session-store";

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

/** Who a dashboard token stands for now, or null: when the session behind it was ended, has expired, or its
 *  user was suspended or deleted, the next page is the sign-in again. */
export async function liveAdministrator(token: DashboardToken): Promise<LiveAdministrator | null> {
  const platform = await readPlatform();
  if (!platform) return null;
  const [facts, operates] = await inTenant(platform, async (transaction) => {
    const named = await findHostedSessionBySid(transaction, token.sid);
    const found = named && (await readSession(transaction, named.id, "hosted"));
    return [found, found ? await isOperator(transaction, found.user.id) : false] as const;
  });
  const at = now();
  if (!facts || facts.user.id !== token.userId || sessionEnd(facts, at) !== null) return null;
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
    tenants: await resolveAdministrator(user.id),
    isOperator: operates,
  };
}
