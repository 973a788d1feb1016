import type { TenantTransaction } from "@/lib/db";
import type { EmailVerification } from "@/lib/users/email-verification";
import type { User } from "@/lib/users/user";

/** The user with this id in the environment; deleted ones are not found. */
export async function findUser(
  { sql, environmentId }: TenantTransaction,
  id: string,
): Promise<User | null> {
  return sql.user.findFirst({ where: { id, environmentId, deletedAt: null } });
}

/** The user with this address in the environment, whatever its case. */
export async function findUserByEmail(
  { sql, environmentId }: TenantTransaction,
  emailKey: string,
): Promise<User | null> {
  return sql.user.findUnique({ where: { environmentId_emailKey: { environmentId, emailKey } } });
}

/** The same, holding the row until the transaction ends, so that two changes of it take turns. */
export async function lockUser(transaction: TenantTransaction, id: string): Promise<User | null> {
  const { sql, environmentId } = transaction;
  await sql.$queryRaw`SELECT id FROM users WHERE id = ${id}::uuid AND environment_id = ${environmentId}::uuid FOR UPDATE`;
  return findUser(transaction, id);
}

/** Stores what is known of a user's address. */
export async function writeEmailVerification(
  { sql, environmentId }: TenantTransaction,
  id: string,
  evidence: EmailVerification,
): Promise<void> {
  await sql.user.updateMany({
    where: { id, environmentId },
    data: evidence.verified
      ? { emailVerifiedMethod: evidence.method, emailVerifiedAt: evidence.at }
      : { emailVerifiedMethod: null, emailVerifiedAt: null },
  });
}
