import type { ExternalPrincipal } from "@/lib/core/external-identities/external-principal";
import { lock, type Queryable, read, type Sql, sql, write } from "@/lib/kernel/db/queryable";
import { newId } from "@/lib/kernel/ids";

const SELECT = sql`
  SELECT p.id, p.source_id, p.subject, p.claims, b.user_id AS claimed_by, p.created_at, p.updated_at
  FROM external_principals p
  LEFT JOIN identity_bindings b ON b.principal_id = p.id AND b.released_at IS NULL`;

/** Lists every external principal of the environment, the oldest first. */
export function listExternalPrincipals(db: Queryable): Promise<ExternalPrincipal[]> {
  return db.query(read<ExternalPrincipal>`
    ${SELECT} WHERE p.environment_id = ${db.environmentId}::uuid ORDER BY p.id`);
}

/** Returns the principal with this id in the environment. */
export function findExternalPrincipal(
  db: Queryable,
  id: string,
): Promise<ExternalPrincipal | null> {
  return findBy(db, sql`p.id = ${id}::uuid`);
}

/** Returns the principal with this subject of a source. */
export function findPrincipalBySubject(
  db: Queryable,
  sourceId: string,
  subject: string,
): Promise<ExternalPrincipal | null> {
  return findBy(db, sql`p.source_id = ${sourceId}::uuid AND p.subject = ${subject}`);
}

function findBy(db: Queryable, which: Sql): Promise<ExternalPrincipal | null> {
  return db.first(read<ExternalPrincipal>`
    ${SELECT} WHERE p.environment_id = ${db.environmentId}::uuid AND ${which}`);
}

/** Returns the principal with this id, and locks the row until the transaction ends, so that two changes
 *  of it are serialized. */
export async function lockExternalPrincipal(
  db: Queryable,
  id: string,
): Promise<ExternalPrincipal | null> {
  // Two statements: only one that starts after the row is locked sees a claim that was made meanwhile.
  const [, found] = await Promise.all([
    db.query(lock`
      SELECT FROM external_principals WHERE id = ${id}::uuid AND environment_id = ${db.environmentId}::uuid
      FOR NO KEY UPDATE`),
    findExternalPrincipal(db, id),
  ]);
  return found;
}

/** Adds a principal unless its source has one with the subject.
 *  @returns its id, or null when the subject is taken */
export async function insertExternalPrincipal(
  db: Queryable,
  { sourceId, subject, claims }: Pick<ExternalPrincipal, "sourceId" | "subject" | "claims">,
): Promise<string | null> {
  const id = newId();
  const added = await db.execute(lock`
    INSERT INTO external_principals (id, tenant_id, environment_id, source_id, subject, claims)
    VALUES (${id}::uuid, ${db.tenantId}::uuid, ${db.environmentId}::uuid, ${sourceId}::uuid, ${subject},
      ${JSON.stringify(claims)}::jsonb)
    ON CONFLICT DO NOTHING`);
  return added === 1 ? id : null;
}

/** Stores a principal's present claims. */
export async function updatePrincipalClaims(
  db: Queryable,
  id: string,
  claims: Record<string, unknown>,
): Promise<void> {
  await db.execute(write`
    UPDATE external_principals SET claims = ${JSON.stringify(claims)}::jsonb, updated_at = now()
    WHERE id = ${id}::uuid AND environment_id = ${db.environmentId}::uuid`);
}

/** Deletes the claims of principals; only their subjects remain. */
export async function clearPrincipalClaims(db: Queryable, ids: readonly string[]): Promise<void> {
  await db.execute(write`
    UPDATE external_principals SET claims = '{}', updated_at = now()
    WHERE id = ANY(${ids}::uuid[]) AND environment_id = ${db.environmentId}::uuid`);
}
