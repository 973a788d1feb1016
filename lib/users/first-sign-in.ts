import { recordAuditEvent } from "@/lib/audit/record-audit-event";
import type { Caller } from "@/lib/caller";
import { now } from "@/lib/clock";
import type { TenantTransaction } from "@/lib/db";
import { ServiceError } from "@/lib/errors";
import { queueMail } from "@/lib/mail/queue-mail";
import { issueOneTimeSecret } from "@/lib/one-time/issue-one-time-secret";
import { linkFor } from "@/lib/one-time/link";
import { lifetimeSeconds } from "@/lib/one-time/one-time-secret";
import { findOrganization } from "@/lib/organizations/organization-store";
import { hasLiveLink } from "@/lib/users/open-proof-store";
import type { User } from "@/lib/users/user";

/** A link that sets a first password. */
export interface SetPassword {
  token: string;
  link: string;
}

/** A link for the tenant to hand out. It proves nothing about the address, because anybody may have passed it
 *  on (spec, Email verification evidence, rule 3). Earlier ones stay good: their answers may have arrived. */
export async function setPasswordLink(
  transaction: TenantTransaction,
  userId: string,
): Promise<SetPassword> {
  const { secret } = await issueOneTimeSecret(transaction, "set_password", userId);
  return { token: secret, link: linkFor("set_password", secret) };
}

/** What a first link is sent for: somebody is invited, or an account is ready but for its password. */
export type FirstLink = "invitation" | "onboarding";

interface WantedLinks {
  sendInvitation?: boolean;
  sendOnboarding?: boolean;
}

/** Which first link is asked for, if any. */
export function firstLinkOf({ sendInvitation, sendOnboarding }: WantedLinks): FirstLink | null {
  if (sendOnboarding) return "onboarding";
  return sendInvitation ? "invitation" : null;
}

/** A user gets one of the two.
 *  @throws ServiceError `unprocessable` that names the field */
export function assertOneFirstLink({ sendInvitation, sendOnboarding }: WantedLinks): void {
  if (sendInvitation && sendOnboarding)
    throw new ServiceError("unprocessable", {
      detail: "send_onboarding: send an invitation or an onboarding, not both.",
    });
}

/** Emails a first link with a secret of its own, which only the mailbox sees. A retried request sends no
 *  second one while the first can be redeemed. */
export async function sendFirstLink(
  transaction: TenantTransaction,
  caller: Caller,
  user: User,
  { purpose, organizationId }: { purpose: FirstLink; organizationId: string | null },
): Promise<void> {
  if (await hasLiveLink(transaction, user.id, purpose, now())) return;
  const { secret } = await issueOneTimeSecret(transaction, purpose, user.id, { emailed: true });
  const organization = organizationId && (await findOrganization(transaction, organizationId));
  const message = {
    to: user.email,
    userId: user.id,
    locale: user.locale,
    link: linkFor(purpose, secret),
    lifetimeSeconds: lifetimeSeconds[purpose],
    ...(organization ? { organizationName: organization.name } : {}),
  };
  await queueMail(
    transaction,
    purpose === "onboarding"
      ? { ...message, template: "onboarding" }
      : { ...message, template: "set_password", occasion: "invitation" },
  );
  await recordAuditEvent(transaction, {
    kind: "user.invited",
    actor: caller.actor,
    context: caller.context,
    targets: [{ type: "user", id: user.id }],
    metadata: { link: purpose },
  });
}
