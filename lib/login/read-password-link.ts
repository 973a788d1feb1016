import type { TenantScope } from "@/lib/caller";
import { now } from "@/lib/clock";
import { hashSecret } from "@/lib/crypto/secrets";
import { inTenant } from "@/lib/db";
import type { LinkPurpose } from "@/lib/one-time/link";
import { findLiveOneTimeSecret, resolveOneTimeSecret } from "@/lib/one-time/one-time-store";
import { readSecurityPolicy } from "@/lib/tenants/security-policy-store";
import { readTenant } from "@/lib/tenants/tenant-store";
import { findUser } from "@/lib/users/user-store";

/** The purposes of links that end in a new password. */
export const passwordLinks = [
  "set_password",
  "invitation",
  "onboarding",
  "password_reset",
] as const satisfies readonly LinkPurpose[];

/** A link that can still be used. */
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

/** What a link leads to, without spending it: mail scanners open links too. Null for one that is unknown,
 *  spent, withdrawn or expired, or whose user may not sign in. */
export async function readPasswordLink(secret: string): Promise<PasswordLink | null> {
  const secretHash = hashSecret(secret);
  const scope = await resolveOneTimeSecret(secretHash);
  if (!scope) return null;
  return inTenant(scope, async (t) => {
    const link = await findLiveOneTimeSecret(t, passwordLinks, secretHash, now());
    const user = link && (await findUser(t, link.userId));
    if (!link || user?.status !== "active" || link.purpose === "grant") return null;
    const [tenant, policy] = [await readTenant(t), await readSecurityPolicy(t)];
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
