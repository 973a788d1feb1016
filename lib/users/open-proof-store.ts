import { Prisma, type TenantTransaction } from "@/lib/db";
import type { LinkPurpose } from "@/lib/one-time/link";
import { withdrawSecretsWhere } from "@/lib/one-time/one-time-store";

/** Makes worthless whatever is under way to a user's mailbox or came out of it: emailed links and one-time
 *  codes. Links that went through the API, and grants, stay. */
export async function withdrawEmailedProofs(
  transaction: TenantTransaction,
  userId: string,
  at: Date,
): Promise<void> {
  await withdrawSecretsWhere(transaction, userId, Prisma.sql`emailed`, at);
  await withdrawCodes(transaction, userId, at);
}

/** Makes every one-time secret of a user worthless: links of any origin, grants and codes. */
export async function withdrawEveryProof(
  transaction: TenantTransaction,
  userId: string,
  at: Date,
): Promise<void> {
  await withdrawSecretsWhere(transaction, userId, Prisma.sql`true`, at);
  await withdrawCodes(transaction, userId, at);
}

/** Deletes every link, grant and code of a user, with what they were to lead to. */
export async function deleteEveryProof(
  { sql, environmentId }: TenantTransaction,
  userId: string,
): Promise<void> {
  const ofUser = Prisma.sql`WHERE user_id = ${userId}::uuid AND environment_id = ${environmentId}::uuid ORDER BY id FOR UPDATE`;
  await sql.$executeRaw`
    WITH held AS (SELECT id FROM one_time_secrets ${ofUser})
    DELETE FROM one_time_secrets s USING held WHERE s.id = held.id`;
  await sql.$executeRaw`
    WITH held AS (SELECT id FROM login_codes ${ofUser})
    DELETE FROM login_codes c USING held WHERE c.id = held.id`;
}

async function withdrawCodes(
  { sql, environmentId }: TenantTransaction,
  userId: string,
  at: Date,
): Promise<void> {
  await sql.$executeRaw`
    WITH held AS (
      SELECT id FROM login_codes
      WHERE user_id = ${userId}::uuid AND environment_id = ${environmentId}::uuid
        AND consumed_at IS NULL AND withdrawn_at IS NULL
      ORDER BY id FOR UPDATE)
    UPDATE login_codes SET withdrawn_at = ${at} FROM held WHERE login_codes.id = held.id`;
}

/** Whether a link of this purpose that the user was sent can still be redeemed. */
export async function hasLiveLink(
  { sql, environmentId }: TenantTransaction,
  userId: string,
  purpose: LinkPurpose,
  at: Date,
): Promise<boolean> {
  const live = await sql.oneTimeSecret.count({
    where: {
      environmentId,
      userId,
      purpose,
      consumedAt: null,
      withdrawnAt: null,
      expiresAt: { gt: at },
    },
  });
  return live > 0;
}
