import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import { issueOneTimeSecret } from "@/lib/core/one-time/issue-one-time-secret";
import { linkFor } from "@/lib/core/one-time/link";
import { writeOperator } from "@/lib/core/platform/operator-store";
import { invitedBy, sendAdministratorInvitation } from "@/lib/core/platform/send-invitation";
import { setUpPlatform } from "@/lib/core/platform/set-up-platform";
import { createUser } from "@/lib/core/users/create-user";
import { parseEmail } from "@/lib/core/users/email";
import { lockUser } from "@/lib/core/users/user-store";
import type { Actor, Caller, RequestContext } from "@/lib/kernel/caller";
import { now } from "@/lib/kernel/clock";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { ServiceError } from "@/lib/kernel/errors";

/** An operator, and the link by which they sign in first. */
export interface InvitedOperator {
  userId: string;
  email: string;
  /** Sets the first password, works once and for seven days. Null for a user who has a password. */
  link: string | null;
  expiresAt: Date | null;
  /** Whether an invitation was mailed as well, with a link of its own. */
  mailed: boolean;
}

/** Makes a person an operator of the platform, creating a user of the platform tenant if there is none.
 *  Inviting the same address again returns another link while there is no password.
 *  @param mail whether to mail an invitation too; its link proves the address, the returned one does not
 *  @throws ServiceError `unprocessable` for the address, `conflict` for a suspended account,
 *  `rate_limited` */
export async function inviteOperator(
  by: { actor: Actor; context: RequestContext },
  email: string,
  { mail }: { mail: boolean },
): Promise<InvitedOperator> {
  const address = parseEmail(email);
  if (!address)
    throw new ServiceError("unprocessable", {
      detail: "email: must be an address that we can send email to.",
      says: { name: "addressUnusable" },
    });
  const platform: Caller = {
    ...(await setUpPlatform(by.actor)),
    environmentKey: "platform",
    actor: by.actor,
    context: by.context,
  };
  const { user } = await createUser(platform, { email: address.email });
  if (user.status !== "active")
    throw new ServiceError("conflict", {
      detail: "email: the account with this email is suspended.",
      says: { name: "accountSuspended" },
    });
  await inTransaction(platform, async (db) => {
    if (!(await writeOperator(db, user.id, now()))) return;
    await recordAuditEvent(db, {
      kind: "operator.added",
      actor: by.actor,
      context: by.context,
      targets: [{ type: "operator", id: user.id, name: user.email }],
    });
  });
  // The mail first: it withdraws the links that the platform issued before.
  const mailed = mail && (await sendAdministratorInvitation(platform, user.id, null));
  const issued = await firstLink(platform, user.id);
  return { userId: user.id, email: user.email, mailed, ...issued };
}

/** Returns a link to pass on, for a user who has no password yet. */
function firstLink(
  platform: Caller,
  userId: string,
): Promise<Pick<InvitedOperator, "link" | "expiresAt">> {
  return inTransaction(platform, async (db) => {
    const user = await lockUser(db, userId);
    if (user?.status !== "active" || user.passwordHash !== null)
      return { link: null, expiresAt: null };
    const { secret, expiresAt } = await issueOneTimeSecret(db, "invitation", userId, {
      payload: invitedBy(platform),
    });
    await recordAuditEvent(db, {
      kind: "user.invited",
      actor: platform.actor,
      context: platform.context,
      targets: [{ type: "user", id: userId }],
      metadata: { link: "invitation", handed: "to whoever asked" },
    });
    return { link: linkFor("invitation", secret), expiresAt };
  });
}
