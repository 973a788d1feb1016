import { inPlatformAs } from "@/lib/administrators/in-platform";
import { recordAuditEvent } from "@/lib/audit/record-audit-event";
import type { Caller } from "@/lib/caller";
import { now } from "@/lib/clock";
import { config } from "@/lib/config/config";
import { inTenant, type TenantTransaction } from "@/lib/db";
import { queueMail } from "@/lib/mail/queue-mail";
import { issueOneTimeSecret } from "@/lib/one-time/issue-one-time-secret";
import { linkFor } from "@/lib/one-time/link";
import { lifetimeSeconds } from "@/lib/one-time/one-time-secret";
import { withdrawOneTimeSecrets } from "@/lib/one-time/one-time-store";
import { assertTaken, bucketKey, takePoint } from "@/lib/rate-limits/limiter";
import type { User } from "@/lib/users/user";
import { lockUser } from "@/lib/users/user-store";

/** Mails somebody who was invited to administer a tenant: a link that sets a password, which replaces the links
 *  before, or, when they have one, only that the tenant is theirs to administer: nobody else resets a password.
 *  @param tenantName which tenant they are to administer; null for the platform itself, which has no news
 *  @returns whether it was the link
 *  @throws ServiceError `rate_limited`: an address is mailed no oftener than its owner could ask for */
export async function sendAdministratorInvitation(
  caller: Caller,
  userId: string,
  tenantName: string | null,
): Promise<boolean> {
  const platform = await inPlatformAs(caller);
  await takeMailPoint(userId);
  return inTenant(platform, async (transaction) => {
    const user = await lockUser(transaction, userId);
    if (user?.status !== "active") return false;
    if (user.passwordHash === null) await sendLink(transaction, caller, user, tenantName);
    else if (tenantName !== null) await sendNews(transaction, user, tenantName);
    return user.passwordHash === null;
  });
}

async function sendLink(
  transaction: TenantTransaction,
  { actor, context }: Caller,
  user: User,
  tenantName: string | null,
): Promise<void> {
  await withdrawOneTimeSecrets(transaction, user.id, ["invitation", "set_password"], now());
  const issued = await issueOneTimeSecret(transaction, "invitation", user.id, { emailed: true });
  await queueMail(transaction, {
    to: user.email,
    userId: user.id,
    locale: user.locale,
    template: "set_password",
    occasion: "invitation",
    ...(tenantName === null ? {} : { organizationName: tenantName }),
    link: linkFor("invitation", issued.secret),
    lifetimeSeconds: lifetimeSeconds.invitation,
  });
  await recordAuditEvent(transaction, {
    kind: "user.invited",
    actor,
    context,
    targets: [{ type: "user", id: user.id }],
    metadata: { link: "invitation", administers: tenantName ?? "the platform" },
  });
}

async function sendNews(t: TenantTransaction, user: User, tenantName: string): Promise<void> {
  await queueMail(t, {
    to: user.email,
    userId: user.id,
    locale: user.locale,
    template: "administrator_added",
    organizationName: tenantName,
    dashboardUrl: `${config().baseUrl}/dashboard`,
  });
}

async function takeMailPoint(userId: string): Promise<void> {
  const { forgotSends: points, forgotWindowSeconds: seconds } = config().limits;
  const budget = { name: "administrator-invitation", points, seconds };
  assertTaken(await takePoint(budget, bucketKey("administrator", userId)));
}
