import type { TenantTransaction } from "@/lib/db";
import { newId } from "@/lib/ids";
import type { EmailVerification } from "@/lib/users/email-verification";
import type { User, UserFields, UserRecord } from "@/lib/users/user";

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

const membershipFields = { organizationId: true, roleId: true, status: true } as const;

/** A user with the memberships, in the order of the organizations' ids; deleted ones are not found. */
export async function findUserRecord(
  { sql, environmentId }: TenantTransaction,
  id: string,
): Promise<UserRecord | null> {
  return sql.user.findFirst({
    where: { id, environmentId, deletedAt: null },
    include: { memberships: { select: membershipFields, orderBy: { organizationId: "asc" } } },
  });
}

/** The user with this address, holding the row until the transaction ends. */
export async function lockUserByEmail(
  transaction: TenantTransaction,
  emailKey: string,
): Promise<User | null> {
  const { sql, environmentId } = transaction;
  const rows = await sql.$queryRaw<{ id: string }[]>`
    SELECT id FROM users
    WHERE environment_id = ${environmentId}::uuid AND email_key = ${emailKey} FOR UPDATE`;
  return rows[0] ? findUser(transaction, rows[0].id) : null;
}

export type NewUserRow = UserFields & {
  emailKey: string;
  passwordHash: string | null;
  verification: EmailVerification;
  at: Date;
};

/** Adds a user unless the address has one in the environment.
 *  @returns the new id, or null when the address is taken
 *  @throws a unique violation when the external id is taken */
export async function insertUser(
  { sql, tenantId, environmentId }: TenantTransaction,
  user: NewUserRow,
): Promise<string | null> {
  const { verification, at } = user;
  const method = verification.verified ? verification.method : null;
  const rows = await sql.$queryRaw<{ id: string }[]>`
    INSERT INTO users (id, tenant_id, environment_id, email, email_key, display_name, external_id, locale,
                       password_hash, password_changed_at, email_verified_method, email_verified_at,
                       created_at, updated_at)
    VALUES (${newId()}::uuid, ${tenantId}::uuid, ${environmentId}::uuid, ${user.email}, ${user.emailKey},
            ${user.displayName}, ${user.externalId}, ${user.locale},
            ${user.passwordHash}, ${user.passwordHash === null ? null : at}::timestamptz,
            ${method}::email_verified_method, ${verification.verified ? verification.at : null}::timestamptz,
            ${at}, ${at})
    ON CONFLICT (environment_id, email_key) DO NOTHING RETURNING id`;
  return rows[0]?.id ?? null;
}

/** Changes a user of the environment that is known to exist; what is absent stays.
 *  @throws a unique violation when address or external id is taken */
export async function updateUser(
  { sql, environmentId }: TenantTransaction,
  id: string,
  changes: Partial<UserFields> & {
    emailKey?: string;
    status?: User["status"];
    suspendedAt?: Date | null;
    suspendedReason?: string | null;
  },
): Promise<void> {
  await sql.user.updateMany({ where: { id, environmentId }, data: changes });
}

/** Whether another user of the environment has one of these.
 *  @returns the field that is taken */
export async function takenUserField(
  { sql, environmentId }: TenantTransaction,
  id: string,
  wanted: { emailKey?: string; externalId?: string | null },
): Promise<"email" | "external_id" | null> {
  const other = { environmentId, id: { not: id } };
  const { emailKey, externalId } = wanted;
  if (emailKey && (await sql.user.count({ where: { ...other, emailKey } })) > 0) return "email";
  if (externalId && (await sql.user.count({ where: { ...other, externalId } })) > 0)
    return "external_id";
  return null;
}

/** Leaves of a user only an id that other rows may name: the address and external id are free again. */
export async function anonymiseUser(
  { sql, environmentId }: TenantTransaction,
  id: string,
  at: Date,
): Promise<void> {
  await sql.user.updateMany({
    where: { id, environmentId },
    data: {
      email: `${id}@deleted.invalid`,
      emailKey: null,
      displayName: null,
      externalId: null,
      passwordHash: null,
      passwordChangedAt: null,
      emailVerifiedMethod: null,
      emailVerifiedAt: null,
      locale: null,
      suspendedReason: null,
      deletedAt: at,
    },
  });
}
