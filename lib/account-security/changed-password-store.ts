import type { TenantTransaction } from "@/lib/db";

/** Stores a new password hash in place of the one that was proven: of two changes that prove the same one
 *  the second finds it gone.
 *  @returns whether it was still there */
export async function replacePasswordHash(
  { sql, environmentId }: TenantTransaction,
  userId: string,
  { proven, next, at }: { proven: string; next: string; at: Date },
): Promise<boolean> {
  const { count } = await sql.user.updateMany({
    where: { id: userId, environmentId, deletedAt: null, passwordHash: proven },
    data: { passwordHash: next, passwordChangedAt: at },
  });
  return count === 1;
}
