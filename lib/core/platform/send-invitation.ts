import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import { issueOneTimeSecret } from "@/lib/core/one-time/issue-one-time-secret";
import { linkFor } from "@/lib/core/one-time/link";
import { lifetimeSeconds } from "@/lib/core/one-time/one-time-secret";
import { withdrawOneTimeSecrets } from "@/lib/core/one-time/one-time-store";
import { inPlatform, inPlatformAs } from "@/lib/core/platform/in-platform";
import type { User } from "@/lib/core/users/user";
import { lockUser } from "@/lib/core/users/user-store";
import type { Caller } from "@/lib/kernel/caller";
import { now } from "@/lib/kernel/clock";
import { config } from "@/lib/kernel/config/config";
import type { Queryable } from "@/lib/kernel/db/queryable";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { inviterName } from "@/lib/kernel/mail/inviter-name";
import { queueMail } from "@/lib/kernel/mail/queue-mail";
import { assertTaken, bucketKey, takePoint } from "@/lib/kernel/rate-limits/limiter";

/** Mails a person who was invited to administer the caller's tenant: a link that sets a password, which
 *  replaces the one that this tenant sent before and no other's, or, when they have a password, only a
 *  notice: only they can reset it. The tenant must not learn which of the two it was.
 *  @param tenantName the tenant they are to administer; null for the platform itself, which sends no
 *  notice
 *  @returns whether a link was mailed; what a tenant sees must not depend on it
 *  @throws ServiceError `rate_limited`: a tenant mails an address no more often than its owner could
 *  request */
export async function sendAdministratorInvitation(
  caller: Caller,
  userId: string,
  tenantName: string | null,
): Promise<boolean> {
  const platform = await inPlatformAs(caller);
  await takeMailPoint(caller, userId);
  return inTransaction(platform, async (db) => {
    const user = await lockUser(db, userId);
    if (user?.status !== "active") return false;
    if (user.passwordHash === null) await sendLink(db, caller, user, tenantName);
    else if (tenantName !== null) await sendNotice(db, caller, user, tenantName);
    return user.passwordHash === null;
  });
}

async function sendLink(
  db: Queryable,
  caller: Caller,
  user: User,
  tenantName: string | null,
): Promise<void> {
  const { actor, context } = caller;
  const payload = invitedBy(caller);
  await withdrawOneTimeSecrets(db, user.id, ["invitation"], now(), payload);
  const issued = await issueOneTimeSecret(db, "invitation", user.id, {
    emailed: true,
    payload,
  });
  await queueMail(db, {
    to: user.email,
    userId: user.id,
    locale: user.locale,
    template: "set_password",
    occasion: "administration",
    ...inviterName(actor),
    ...(tenantName === null ? {} : { organizationName: tenantName }),
    link: linkFor("invitation", issued.secret),
    lifetimeSeconds: lifetimeSeconds.invitation,
  });
  await recordAuditEvent(db, {
    kind: "user.invited",
    actor,
    context,
    targets: [{ type: "user", id: user.id }],
    metadata: { link: "invitation", administers: tenantName ?? "the platform" },
  });
}

async function sendNotice(
  db: Queryable,
  { actor }: Caller,
  user: User,
  tenantName: string,
): Promise<void> {
  await queueMail(db, {
    to: user.email,
    userId: user.id,
    locale: user.locale,
    template: "administrator_added",
    ...inviterName(actor),
    organizationName: tenantName,
    dashboardUrl: `${config().baseUrl}/dashboard`,
  });
}

/** Withdraws the link of the caller's tenant, and no other's.
 *  @param userId of the platform tenant */
export async function withdrawInvitation(caller: Caller, userId: string): Promise<void> {
  await inPlatform((db) =>
    withdrawOneTimeSecrets(db, userId, ["invitation"], now(), invitedBy(caller)),
  );
}

/** Returns the payload of an invitation's secret that names its sender, so that each tenant has a link of
 *  its own. */
export function invitedBy({ tenantId }: Pick<Caller, "tenantId">): Record<string, string> {
  return { administers: tenantId };
}

/** Takes a point of the tenant's own budget: another tenant's invitations can't be inferred from it. */
async function takeMailPoint({ tenantId }: Caller, userId: string): Promise<void> {
  const { forgotSends: points, forgotWindowSeconds: seconds } = config().limits;
  const budget = { name: "administrator-invitation", points, seconds };
  assertTaken(await takePoint(budget, bucketKey("administrator", tenantId, userId)));
}
