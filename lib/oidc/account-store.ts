import type { TenantTransaction } from "@/lib/db";

/** What relying parties may learn about a user. */
export interface Account {
  id: string;
  email: string;
  emailVerified: boolean;
  displayName: string | null;
  locale: string | null;
  updatedAt: Date;
}

/** The user with this id, if they may sign in. */
export async function readAccount(
  { sql, environmentId }: TenantTransaction,
  userId: string,
): Promise<Account | null> {
  const rows = await sql.$queryRaw<Account[]>`
    SELECT id, email, email_verified_method IS NOT NULL AS "emailVerified", display_name AS "displayName",
           locale, updated_at AS "updatedAt"
    FROM users
    WHERE id = ${userId}::uuid AND environment_id = ${environmentId}::uuid AND status = 'active' AND deleted_at IS NULL`;
  return rows[0] ?? null;
}
