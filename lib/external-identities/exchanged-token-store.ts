import type { TenantTransaction } from "@/lib/db";

/** Notes that a source's token became a session.
 *  @returns whether this was its first time; of parallel attempts one is told so */
export async function spendSubjectToken(
  { sql, tenantId, environmentId }: TenantTransaction,
  sourceId: string,
  { hash, expiresAt }: { hash: Buffer<ArrayBuffer>; expiresAt: Date },
): Promise<boolean> {
  const { count } = await sql.exchangedToken.createMany({
    data: [{ tenantId, environmentId, sourceId, tokenHash: hash, expiresAt }],
    skipDuplicates: true,
  });
  return count === 1;
}
