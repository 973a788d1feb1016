import type { SecurityPolicy } from "@/lib/core/security-policy/security-policy";
import { readSecurityPolicy } from "@/lib/core/security-policy/security-policy-store";
import { maySignIn } from "@/lib/core/users/may-sign-in";
import type { User } from "@/lib/core/users/user";
import type { TenantScope } from "@/lib/kernel/caller";
import { inBatch } from "@/lib/kernel/db/batch";
import { type Queryable, read } from "@/lib/kernel/db/queryable";

/** A user's data for relying parties. */
export interface Account {
  id: string;
  email: string;
  emailVerified: boolean;
  displayName: string | null;
  locale: string | null;
  updatedAt: Date;
}

/** Reads the user with this id if they may sign in, and the policy in force. */
export async function readAccount(
  scope: TenantScope,
  userId: string,
): Promise<{ account: Account; policy: SecurityPolicy } | null> {
  const [found, policy] = await inBatch(scope, (db) =>
    Promise.all([findAccount(db, userId), readSecurityPolicy(db)]),
  );
  if (!maySignIn(found)) return null;
  const { status, deletedAt, ...account } = found;
  return { account, policy };
}

type Row = Account & { status: User["status"]; deletedAt: Date | null };

function findAccount(db: Queryable, userId: string): Promise<Row | null> {
  return db.first(read<Row>`
    SELECT id, email, email_verified_method IS NOT NULL AS email_verified, display_name, locale, updated_at, status,
           deleted_at
    FROM users WHERE id = ${userId}::uuid AND environment_id = ${db.environmentId}::uuid`);
}
