import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import { issueOneTimeSecret } from "@/lib/core/one-time/issue-one-time-secret";
import { linkFor } from "@/lib/core/one-time/link";
import { lifetimeSeconds } from "@/lib/core/one-time/one-time-secret";
import { hasLiveOneTimeSecret } from "@/lib/core/one-time/one-time-store";
import type { User } from "@/lib/core/users/user";
import type { Caller } from "@/lib/kernel/caller";
import { now } from "@/lib/kernel/clock";
import type { Queryable } from "@/lib/kernel/db/queryable";
import { ServiceError } from "@/lib/kernel/errors";
import { inviterName } from "@/lib/kernel/mail/inviter-name";
import { queueMail } from "@/lib/kernel/mail/queue-mail";

/** A link that sets a first password. */
export interface SetPassword {
  token: string;
  link: string;
}

/** Issues a link for the tenant to pass on. It proves nothing about the address, because it may have been
 *  forwarded (spec, Email verification evidence, rule 3). Earlier ones stay valid: their responses may
 *  have arrived. */
export async function setPasswordLink(db: Queryable, userId: string): Promise<SetPassword> {
  const { secret } = await issueOneTimeSecret(db, "set_password", userId);
  return { token: secret, link: linkFor("set_password", secret) };
}

/** Purpose of a first link: an invitation, or an account that only lacks its password. */
export type FirstLink = "invitation" | "onboarding";

interface LinkOptions {
  sendInvitation?: boolean;
  sendOnboarding?: boolean;
}

/** Returns the requested first link, if any. */
export function firstLinkOf({ sendInvitation, sendOnboarding }: LinkOptions): FirstLink | null {
  if (sendOnboarding) return "onboarding";
  return sendInvitation ? "invitation" : null;
}

/** Asserts that only one of the two links is requested.
 *  @throws ServiceError `unprocessable` that names the field */
export function assertOneFirstLink({ sendInvitation, sendOnboarding }: LinkOptions): void {
  if (sendInvitation && sendOnboarding)
    throw new ServiceError("unprocessable", {
      detail: "send_onboarding: send an invitation or an onboarding, not both.",
    });
}

/** Emails a first link with a secret of its own, which only the mailbox receives. A retried request sends
 *  no second one while the first can be redeemed.
 *  @param organizationName the organization the user is invited to; null for none */
export async function sendFirstLink(
  db: Queryable,
  caller: Caller,
  user: User,
  { purpose, organizationName }: { purpose: FirstLink; organizationName: string | null },
): Promise<void> {
  if (await hasLiveOneTimeSecret(db, user.id, purpose, now())) return;
  const { secret } = await issueOneTimeSecret(db, purpose, user.id, { emailed: true });
  const message = {
    to: user.email,
    userId: user.id,
    locale: user.locale,
    link: linkFor(purpose, secret),
    lifetimeSeconds: lifetimeSeconds[purpose],
    ...inviterName(caller.actor),
    ...(organizationName === null ? {} : { organizationName }),
  };
  await queueMail(
    db,
    purpose === "onboarding"
      ? { ...message, template: "onboarding" }
      : { ...message, template: "set_password", occasion: "invitation" },
  );
  await recordAuditEvent(db, {
    kind: "user.invited",
    actor: caller.actor,
    context: caller.context,
    targets: [{ type: "user", id: user.id }],
    metadata: { link: purpose },
  });
}
