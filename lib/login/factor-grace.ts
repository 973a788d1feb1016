import { minutesAfter } from "@/lib/clock";
import type { Queryable } from "@/lib/db/queryable";
import { hasAllowedFactor } from "@/lib/login/second-factor";
import type { SecurityPolicy } from "@/lib/security-policy/security-policy";
import { noteFactorDue } from "@/lib/users/factor-note-store";
import type { User } from "@/lib/users/user";

const DAY_MINUTES = 24 * 60;

/** Until when a user who has no factor that counts signs in without one; null for a user who has one. The days are
 *  counted from the first sign-in that asked, which this notes. */
export async function graceEnd(
  db: Queryable,
  user: Pick<User, "id" | "factorTypes" | "factorDueFrom">,
  policy: Pick<SecurityPolicy, "allowedFactors" | "factorGraceDays">,
  at: Date,
): Promise<Date | null> {
  if (hasAllowedFactor(policy, user.factorTypes)) return null;
  if (!user.factorDueFrom) await noteFactorDue(db, user.id, at);
  return minutesAfter(user.factorDueFrom ?? at, policy.factorGraceDays * DAY_MINUTES);
}
