import { recordAuditEvent } from "@/lib/audit/record-audit-event";
import type { Caller } from "@/lib/caller";
import { now } from "@/lib/clock";
import type { TenantTransaction } from "@/lib/db";
import { queueMail } from "@/lib/mail/queue-mail";
import { accountSecurityUrl } from "@/lib/tenants/account-security-url";
import { withdrawEmailedProofs } from "@/lib/users/open-proof-store";
import type { User } from "@/lib/users/user";
import { updateUser, writeEmailVerification } from "@/lib/users/user-store";

/** Gives a user another address. Evidence was for the old one and goes; so do links and codes that were sent
 *  there, or redeeming them would prove the new address with the old mailbox. The old address is told,
 *  because its owner may not have wished for it. */
export async function moveAddress(
  transaction: TenantTransaction,
  caller: Caller,
  user: User,
  email: string,
): Promise<void> {
  const at = now();
  await updateUser(transaction, user.id, { email, emailKey: email.toLowerCase() });
  await writeEmailVerification(transaction, user.id, { verified: false });
  await withdrawEmailedProofs(transaction, user.id, at);
  await recordAuditEvent(transaction, {
    kind: "user.email_changed",
    actor: caller.actor,
    context: caller.context,
    targets: [{ type: "user", id: user.id }],
    metadata: { evidence_cleared: user.emailVerifiedMethod },
    at,
  });
  await queueMail(transaction, {
    to: user.email,
    userId: user.id,
    locale: user.locale,
    template: "address_changed",
    newEmail: email,
    at,
    accountSecurityUrl: await accountSecurityUrl(transaction),
  });
}
