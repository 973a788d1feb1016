import type { FactorOccasion } from "@/emails/factors-changed";
import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import type { OwnedFactor } from "@/lib/core/factors/owned-factor";
import { accountSecurityUrl } from "@/lib/core/tenants/account-security-url";
import type { User } from "@/lib/core/users/user";
import type { Caller, RequestContext } from "@/lib/kernel/caller";
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

/** Records that a factor was added or removed, and notifies its user by email. */
export async function recordFactorChange(
  db: Queryable,
  { actor, context }: Pick<Caller, "actor" | "context">,
  user: Pick<User, "id" | "email" | "locale">,
  { factor, change, at }: { factor: OwnedFactor; change: "added" | "removed"; at: Date },
): Promise<void> {
  const { id, type, name, transports } = factor;
  await recordAuditEvent(db, {
    kind: `factor.${change}`,
    actor,
    context,
    targets: [
      { type: "user", id: user.id },
      { type: "factor", id },
    ],
    metadata: { type, name, transports },
    at,
  });
  const about = { occasion: `${type}_${change}`, factorName: name } as const;
  await notifyFactorChange(db, user, about, context, at);
}
