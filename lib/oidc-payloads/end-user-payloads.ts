import { Prisma, type TenantTransaction } from "@/lib/db";
import { deletePayloadsWhere, withGrants } from "@/lib/oidc-payloads/oidc-payload-store";

/** Removes everything the provider holds for a user: sessions, grants, codes, access and refresh tokens,
 *  also those that belong to no session any more. */
export async function endUserPayloads(
  transaction: TenantTransaction,
  userId: string,
): Promise<void> {
  const { environmentId } = transaction;
  const own = Prisma.sql`environment_id = ${environmentId}::uuid AND user_id = ${userId}::uuid`;
  await deletePayloadsWhere(
    transaction,
    Prisma.sql`(p.model, p.key) IN (${withGrants(own, environmentId)})`,
  );
}
