import { recordAuditEvent } from "@/lib/audit/record-audit-event";
import type { Caller } from "@/lib/caller";
import { now } from "@/lib/clock";
import type { TenantTransaction } from "@/lib/db";
import { queueMail } from "@/lib/mail/queue-mail";
import { issueOneTimeSecret } from "@/lib/one-time/issue-one-time-secret";
import { linkFor } from "@/lib/one-time/link";
import { lifetimeSeconds } from "@/lib/one-time/one-time-secret";
import { findOrganization } from "@/lib/organizations/organization-store";
import { hasLiveInvitation } from "@/lib/users/open-proof-store";
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

/** Emails an invitation with a secret of its own, which only the mailbox sees. A retried request sends no
 *  second one while the first can be redeemed. */
export async function sendInvitation(
  transaction: TenantTransaction,
  caller: Caller,
  user: User,
  organizationId: string | null,
): Promise<void> {
  if (await hasLiveInvitation(transaction, user.id, now())) return;
  const { secret } = await issueOneTimeSecret(transaction, "invitation", user.id, {
    emailed: true,
  });
  const organization = organizationId && (await findOrganization(transaction, organizationId));
  await queueMail(transaction, {
    to: user.email,
    locale: user.locale,
    template: "set_password",
    occasion: "invitation",
    link: linkFor("invitation", secret),
    lifetimeSeconds: lifetimeSeconds.invitation,
    ...(organization ? { organizationName: organization.name } : {}),
  });
  await recordAuditEvent(transaction, {
    kind: "user.invited",
    actor: caller.actor,
    context: caller.context,
    targets: [{ type: "user", id: user.id }],
  });
}
