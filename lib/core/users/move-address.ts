import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import { extensions } from "@/lib/core/extensions";
import { withdrawEmailedSecrets } from "@/lib/core/one-time/one-time-store";
import { withdrawLoginCodes } from "@/lib/core/one-time-codes/login-code-store";
import { accountSecurityUrl } from "@/lib/core/tenants/account-security-url";
import type { User } from "@/lib/core/users/user";
import { writeAddress } from "@/lib/core/users/user-change-store";
import type { Caller } from "@/lib/kernel/caller";
import { now } from "@/lib/kernel/clock";
import type { Queryable } from "@/lib/kernel/db/queryable";
import { queueMail } from "@/lib/kernel/mail/queue-mail";

/** Changes a user's address. Evidence was for the old one and is deleted. The old address is notified,
 *  because its owner may not have requested the change. */
export async function moveAddress(
  db: Queryable,
  caller: Caller,
  user: User,
  email: string,
): Promise<void> {
  const at = now();
  await writeAddress(db, user.id, email);
  await endWithAddress(db, user.id, at);
  for (const { onAddressChanged } of extensions())
    await onAddressChanged?.(db, { userId: user.id, email: user.email, changedAt: at });
  await recordAuditEvent(db, {
    kind: "user.email_changed",
    actor: caller.actor,
    context: caller.context,
    targets: [{ type: "user", id: user.id }],
    metadata: { evidence_cleared: user.emailVerifiedMethod },
    at,
  });
  await queueMail(db, {
    to: user.email,
    userId: user.id,
    locale: user.locale,
    template: "address_changed",
    newEmail: email,
    at,
    accountSecurityUrl: await accountSecurityUrl(db),
  });
}

/** Ends access through the old address: emailed links and codes that are open, because redeeming them
 *  would prove the new address with the old mailbox. Links that went through the API, and grants, stay. */
async function endWithAddress(db: Queryable, userId: string, at: Date): Promise<void> {
  await Promise.all([
    withdrawEmailedSecrets(db, userId, at),
    withdrawLoginCodes(db, { userId }, at),
  ]);
}
