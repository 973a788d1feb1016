import type { LinkPurpose } from "@/lib/core/one-time/link";
import { findLiveOneTimeSecret, resolveOneTimeSecret } from "@/lib/core/one-time/one-time-store";
import { readSecurityPolicy } from "@/lib/core/security-policy/security-policy-store";
import { readTenant } from "@/lib/core/tenants/tenant-store";
import { maySignIn } from "@/lib/core/users/may-sign-in";
import { findUser } from "@/lib/core/users/user-store";
import type { TenantScope } from "@/lib/kernel/caller";
import { now } from "@/lib/kernel/clock";
import { hashSecret } from "@/lib/kernel/crypto/secrets";
import { inTransaction } from "@/lib/kernel/db/transaction";

/** Purposes of links that end in a new password. */
export const passwordLinks = [
  "set_password",
  "invitation",
  "onboarding",
  "password_reset",
] as const satisfies readonly LinkPurpose[];

/** A link that is still valid. */
export interface PasswordLink {
  scope: TenantScope;
  userId: string;
  email: string;
  displayName: string | null;
  purpose: LinkPurpose;
  expiresAt: Date;
  tenantName: string;
  passwordMinLength: number;
}

/** Returns the link of a secret, without spending it: mail scanners open links too. Null for one that is
 *  unknown, spent, withdrawn or expired, or whose user may not sign in. */
export async function readPasswordLink(secret: string): Promise<PasswordLink | null> {
  const secretHash = hashSecret(secret);
  const scope = await resolveOneTimeSecret(secretHash);
  if (!scope) return null;
  return inTransaction(scope, async (db) => {
    const [link, tenant, policy] = await Promise.all([
      findLiveOneTimeSecret(db, passwordLinks, secretHash, now()),
      readTenant(db),
      readSecurityPolicy(db),
    ]);
    const user = link && (await findUser(db, link.userId));
    if (!link || !maySignIn(user) || link.purpose === "grant") return null;
    return {
      scope,
      userId: user.id,
      email: user.email,
      displayName: user.displayName,
      purpose: link.purpose,
      expiresAt: link.expiresAt,
      tenantName: tenant.name,
      passwordMinLength: policy.passwordMinLength,
    };
  });
}
