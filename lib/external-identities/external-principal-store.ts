import { Prisma, type TenantTransaction } from "@/lib/db";
import type { ExternalPrincipal } from "@/lib/external-identities/external-principal";
import { newId } from "@/lib/ids";

const SELECT = Prisma.sql`
  SELECT p.id, p.source_id AS "sourceId", p.subject, p.claims, b.user_id AS "claimedBy",
    p.created_at AS "createdAt", p.updated_at AS "updatedAt"
  FROM external_principals p
  LEFT JOIN identity_bindings b ON b.principal_id = p.id AND b.released_at IS NULL`;

/** Every external principal of the environment, the oldest first. */
export function listExternalPrincipals({
  sql,
  environmentId,
}: TenantTransaction): Promise<ExternalPrincipal[]> {
  return sql.$queryRaw<ExternalPrincipal[]>`
    ${SELECT} WHERE p.environment_id = ${environmentId}::uuid ORDER BY p.id`;
}

/** The principal with this id in the environment. */
export async function findExternalPrincipal(
  { sql, environmentId }: TenantTransaction,
  id: string,
): Promise<ExternalPrincipal | null> {
  const rows = await sql.$queryRaw<ExternalPrincipal[]>`
    ${SELECT} WHERE p.environment_id = ${environmentId}::uuid AND p.id = ${id}::uuid`;
  return rows[0] ?? null;
}

/** The same, holding its row until the transaction ends, so that two changes of it take turns. */
export async function lockExternalPrincipal(
  transaction: TenantTransaction,
  id: string,
): Promise<ExternalPrincipal | null> {
  const { sql, environmentId } = transaction;
  await sql.$queryRaw`
    SELECT id FROM external_principals
    WHERE id = ${id}::uuid AND environment_id = ${environmentId}::uuid FOR NO KEY UPDATE`;
  return findExternalPrincipal(transaction, id);
}

/** The principal that a source knows by this subject. */
export async function findPrincipalBySubject(
  { sql, environmentId }: TenantTransaction,
  sourceId: string,
  subject: string,
): Promise<ExternalPrincipal | null> {
  const rows = await sql.$queryRaw<ExternalPrincipal[]>`
    ${SELECT} WHERE p.environment_id = ${environmentId}::uuid
      AND p.source_id = ${sourceId}::uuid AND p.subject = ${subject}`;
  return rows[0] ?? null;
}

/** Adds a principal unless its source has one with the subject.
 *  @returns its id, or null when the subject is taken */
export async function insertExternalPrincipal(
  { sql, tenantId, environmentId }: TenantTransaction,
  { sourceId, subject, claims }: Pick<ExternalPrincipal, "sourceId" | "subject" | "claims">,
): Promise<string | null> {
  const id = newId();
  const { count } = await sql.externalPrincipal.createMany({
    data: [
      { id, tenantId, environmentId, sourceId, subject, claims: claims as Prisma.InputJsonObject },
    ],
    skipDuplicates: true,
  });
  return count === 1 ? id : null;
}

/** Stores what is known of a principal now. */
export async function updatePrincipalClaims(
  { sql, environmentId }: TenantTransaction,
  id: string,
  claims: Record<string, unknown>,
): Promise<void> {
  await sql.externalPrincipal.updateMany({
    where: { id, environmentId },
    data: { claims: claims as Prisma.InputJsonObject },
  });
}

/** Forgets what is known of principals beyond their subject. */
export async function clearPrincipalClaims(
  { sql, environmentId }: TenantTransaction,
  ids: readonly string[],
): Promise<void> {
  await sql.externalPrincipal.updateMany({
    where: { id: { in: [...ids] }, environmentId },
    data: { claims: {} },
  });
}
