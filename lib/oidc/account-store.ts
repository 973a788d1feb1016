import type { TenantScope } from "@/lib/caller";
import { atOnce, type PreparedSql, Prisma } from "@/lib/db";
import type { SecurityPolicy } from "@/lib/tenants/security-policy";
import { policyOf, storedPolicy } from "@/lib/tenants/security-policy-store";

/** What relying parties may learn about a user. */
export interface Account {
  id: string;
  email: string;
  emailVerified: boolean;
  displayName: string | null;
  locale: string | null;
  updatedAt: Date;
}

/** The user with this id, if they may sign in, and the policy in force, in one round trip. */
export async function readAccount(
  scope: TenantScope,
  userId: string,
): Promise<{ account: Account; policy: SecurityPolicy } | null> {
  const sql = Prisma.sql`
    SELECT id, email, email_verified_method IS NOT NULL AS "emailVerified", display_name AS "displayName",
           locale, updated_at AS "updatedAt"
    FROM users
    WHERE id = ${userId}::uuid AND environment_id = ${scope.environmentId}::uuid
      AND status = 'active' AND deleted_at IS NULL`;
  const account: PreparedSql<Account> = { name: "oidc-account", sql };
  const [[found], [policy]] = await atOnce(scope, [account, storedPolicy(scope)]);
  return found ? { account: found, policy: policyOf(policy) } : null;
}
