import { inPlatformAs } from "@/lib/administrators/in-platform";
import { recordAuditEvent } from "@/lib/audit/record-audit-event";
import type { Caller } from "@/lib/caller";
import { now } from "@/lib/clock";
import { config } from "@/lib/config/config";
import { inTenant } from "@/lib/db";
import { ServiceError } from "@/lib/errors";
import { queueMail } from "@/lib/mail/queue-mail";
import { issueOneTimeSecret } from "@/lib/one-time/issue-one-time-secret";
import { linkFor } from "@/lib/one-time/link";
import { lifetimeSeconds } from "@/lib/one-time/one-time-secret";
import { withdrawOneTimeSecrets } from "@/lib/one-time/one-time-store";
import { bucketKey, takePoint } from "@/lib/rate-limits/limiter";
import { lockUser } from "@/lib/users/user-store";

/** Mails somebody who has no password yet a link that sets one and signs in to the dashboard. Links sent before
 *  are worth nothing then. Whoever has a password gets no mail: nobody else resets it.
 *  @param tenantName which tenant they are to administer; null for the platform itself
 *  @returns whether it was sent
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
    if (user?.status !== "active" || user.passwordHash !== null) return false;
    await withdrawOneTimeSecrets(transaction, userId, ["invitation", "set_password"], now());
    const issued = await issueOneTimeSecret(transaction, "invitation", userId, { emailed: true });
    await queueMail(transaction, {
      to: user.email,
      locale: user.locale,
      template: "set_password",
      occasion: "invitation",
      ...(tenantName === null ? {} : { organizationName: tenantName }),
      link: linkFor("invitation", issued.secret),
      lifetimeSeconds: lifetimeSeconds.invitation,
    });
    await recordAuditEvent(transaction, {
      kind: "user.invited",
      actor: caller.actor,
      context: caller.context,
      targets: [{ type: "user", id: userId }],
      metadata: { link: "invitation", administers: tenantName ?? "the platform" },
    });
    return true;
  });
}

async function takeMailPoint(userId: string): Promise<void> {
  const { forgotSends: points, forgotWindowSeconds: seconds } = config().limits;
  const budget = { name: "administrator-invitation", points, seconds };
  const taken = await takePoint(budget, bucketKey("administrator", userId));
  if (!taken.allowed)
    throw new ServiceError("rate_limited", { retryAfterSeconds: taken.retryAfterSeconds });
}
