import type { AdministeredTenant } from "@/lib/administrators/administrator";
import { resolveAdministrator } from "@/lib/administrators/administrator-store";
import { readPlatform } from "@/lib/administrators/platform-store";
import type { DashboardToken } from "@/lib/administrators/sign-in";
import { now } from "@/lib/clock";
import { inTenant } from "@/lib/db";
import { findHostedSessionBySid } from "@/lib/sessions/session-store";
import { readSecurityPolicy } from "@/lib/tenants/security-policy-store";
import { findUser } from "@/lib/users/user-store";

/** Somebody who is signed in to the dashboard at this moment. */
export interface LiveAdministrator {
  userId: string;
  email: string;
  displayName: string | null;
  tenants: AdministeredTenant[];
}

/** Who a dashboard token stands for now, or null: when the session behind it was ended, has expired, or its
 *  user was suspended or deleted, the next page is the sign-in again. */
export async function liveAdministrator(token: DashboardToken): Promise<LiveAdministrator | null> {
  const platform = await readPlatform();
  if (!platform) return null;
  const user = await inTenant(platform, async (transaction) => {
    const session = await findHostedSessionBySid(transaction, token.sid);
    if (!session || session.userId !== token.userId || session.revokedAt) return null;
    const policy = await readSecurityPolicy(transaction);
    const age = now().getTime() - session.authTime.getTime();
    if (age >= policy.absoluteTimeoutMinutes * 60_000) return null;
    const found = await findUser(transaction, session.userId);
    return found?.status === "active" ? found : null;
  });
  if (!user) return null;
  return {
    userId: user.id,
    email: user.email,
    displayName: user.displayName,
    tenants: await resolveAdministrator(user.id),
  };
}
