import type { AdministeredTenant } from "@/lib/administrators/administrator";
import { resolveAdministrator } from "@/lib/administrators/administrator-store";
import { readPlatform } from "@/lib/administrators/platform-store";
import type { DashboardToken } from "@/lib/administrators/sign-in";
import { now } from "@/lib/clock";
import { inTenant } from "@/lib/db";
import { sessionEnd } from "@/lib/sessions/session";
import { findHostedSessionBySid, readSession } from "@/lib/sessions/session-store";

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
    const named = await findHostedSessionBySid(transaction, token.sid);
    const facts = named && (await readSession(transaction, named.id, "hosted"));
    if (!facts || facts.user.id !== token.userId) return null;
    return sessionEnd(facts, now()) === null ? facts.user : null;
  });
  if (!user) return null;
  return {
    userId: user.id,
    email: user.email,
    displayName: user.displayName,
    tenants: await resolveAdministrator(user.id),
  };
}
