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
