import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import type { CompletedLogin, LoginChannel, LoginGrant } from "@/lib/core/login/completed-login";
import { readFactorFacts } from "@/lib/core/login/factor-facts";
import { finishLogin } from "@/lib/core/login/finish-login";
import { noteSignIn } from "@/lib/core/login/observed-sign-in";
import { type Proof, whatToShow } from "@/lib/core/login/what-to-show";
import type { OneTimeSecret } from "@/lib/core/one-time/one-time-secret";
import { consumeOneTimeSecret } from "@/lib/core/one-time/one-time-store";
import { passwordLinks, readPasswordLink } from "@/lib/core/password-links/read-password-link";
import { hashPassword } from "@/lib/core/passwords/password-hash";
import { assertAcceptablePassword } from "@/lib/core/passwords/password-policy";
import { readSecurityPolicy } from "@/lib/core/security-policy/security-policy-store";
import { accountSecurityUrl } from "@/lib/core/tenants/account-security-url";
import { endWithPassword } from "@/lib/core/user-lifecycle/what-ends";
import { maySignIn } from "@/lib/core/users/may-sign-in";
import { writePassword } from "@/lib/core/users/password-store";
import { recordEmailProof } from "@/lib/core/users/record-email-proof";
import type { User } from "@/lib/core/users/user";
import { lockUser } from "@/lib/core/users/user-store";
import type { Actor, Caller, RequestContext, TenantScope } from "@/lib/kernel/caller";
import { now } from "@/lib/kernel/clock";
import { hashSecret } from "@/lib/kernel/crypto/secrets";
import type { Queryable } from "@/lib/kernel/db/queryable";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { missing } from "@/lib/kernel/errors";
import { queueMail } from "@/lib/kernel/mail/queue-mail";

export interface RedeemedLink {
  scope: TenantScope;
  userId: string;
  email: string;
  /** The sign-in that this proves as well, or null when the link came through the API and not by email
   *  while the policy requires proof of the address: then the user signs in as usual. */
  login: CompletedLogin | null;
  /** Grant of that sign-in for a product's backend to exchange; null on the hosted page. */
  grant: LoginGrant | null;
}

interface By {
  actor: Actor;
  context: RequestContext;
  reason: string;
  at: Date;
}

/** Sets a password by a link, and spends the link: of any number of parallel redemptions one succeeds.
 *  When the password is refused, the link stays valid. Everything that was open before ends: sessions,
 *  trusted devices, codes, grants and other links. A link the service emailed proves the address.
 *  @param direct the tenant whose backend redeems it: a link of another environment does not exist for it
 *  @throws ServiceError `missing` when the link is no longer valid, `unprocessable` for the password */
export async function redeemPasswordLink(
  secret: string,
  newPassword: string,
  context: RequestContext,
  direct: Caller | null = null,
): Promise<RedeemedLink> {
  const open = await readPasswordLink(secret);
  if (!open || (direct && direct.environmentId !== open.scope.environmentId)) throw missing();
  const known = [open.email, open.displayName ?? "", open.tenantName];
  assertAcceptablePassword(newPassword, { minLength: open.passwordMinLength, context: known });
  const passwordHash = await hashPassword(open.scope, newPassword);
  const at = now();
  const channel = direct ? "direct" : "hosted";
  const redeemed = await inTransaction(open.scope, async (db) => {
    const link = await consumeOneTimeSecret(db, passwordLinks, hashSecret(secret), at);
    const user = link && (await lockUser(db, link.userId));
    if (!link || !maySignIn(user)) return null;
    const reason = link.purpose === "password_reset" ? "password_reset" : "password_set";
    const by: By = { actor: { type: "user", id: user.id }, context, reason, at };
    await writePassword(db, user.id, passwordHash, at);
    await endWithPassword(db, user.id, by);
    if (link.emailed) await recordEmailProof(db, user, "service_token", by);
    await recordAuditEvent(db, {
      kind: `user.${reason}`,
      actor: by.actor,
      context,
      targets: [{ type: "user", id: user.id }],
      metadata: { link: link.purpose, emailed: link.emailed },
      at,
    });
    if (user.passwordHash !== null) await sendNotice(db, user, by);
    const login = await loginBy(db, link, { user, channel, at });
    const finished =
      login &&
      (await finishLogin(db, direct ?? hosted(context), channel, { login, trustedDevice: null }));
    return { userId: user.id, email: user.email, login, grant: finished?.grant ?? null };
  });
  if (!redeemed) throw missing();
  if (redeemed.login) noteSignIn(open.scope, channel, "succeeded", "link");
  return { scope: open.scope, ...redeemed };
}

/** Returns the actor of the hosted page. */
function hosted(context: RequestContext): Pick<Caller, "actor" | "context"> {
  return { actor: { type: "service", id: "hosted-login" }, context };
}

async function sendNotice(db: Queryable, user: User, by: By): Promise<void> {
  await queueMail(db, {
    to: user.email,
    userId: user.id,
    locale: user.locale ?? by.context.language,
    template: "password_changed",
    at: by.at,
    ipAddress: by.context.ipAddress,
    accountSecurityUrl: await accountSecurityUrl(db),
  });
}

/** Returns the sign-in that the link proves. An emailed link proves the mailbox, as a code does. One that
 *  came through the API proves only that the tenant issued it. */
async function loginBy(
  db: Queryable,
  link: OneTimeSecret,
  { user, channel, at }: { user: User; channel: LoginChannel; at: Date },
): Promise<CompletedLogin | null> {
  const policy = await readSecurityPolicy(db);
  const facts = await readFactorFacts(db, { user, policy, channel }, at);
  const proofs: Proof[] = link.emailed ? ["password", "mailed_link"] : ["password"];
  if (whatToShow(facts, { proofs }, "sign_in").answer !== "grant") return null;
  return {
    userId: link.userId,
    authTime: at,
    amr: link.emailed ? ["pwd", "otp"] : ["pwd"],
    trustedDeviceId: null,
    kind: link.purpose === "password_reset" ? "password_reset" : "invitation",
  };
}
