import type { FactorOccasion } from "@/emails/factors-changed";
import { accountSecurityUrl } from "@/lib/core/tenants/account-security-url";
import type { User } from "@/lib/core/users/user";
import type { RequestContext } from "@/lib/kernel/caller";
import type { Queryable } from "@/lib/kernel/db/queryable";
import { queueMail } from "@/lib/kernel/mail/queue-mail";

/** Notifies a user by email of a change of their factors. No policy turns this off: it is how a user
 *  learns of a factor that an attacker added.
 *  @param context the origin of the change; callers leave it out for an administrator, whose address means
 *  nothing to the user */
export async function notifyFactorChange(
  db: Queryable,
  user: Pick<User, "id" | "email" | "locale">,
  about: FactorOccasion,
  { ipAddress }: Pick<RequestContext, "ipAddress">,
  at: Date,
): Promise<void> {
  await queueMail(db, {
    to: user.email,
    userId: user.id,
    locale: user.locale,
    template: "factors_changed",
    ...about,
    at,
    ipAddress,
    accountSecurityUrl: await accountSecurityUrl(db),
  });
}
