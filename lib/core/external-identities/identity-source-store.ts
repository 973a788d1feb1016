import type {
  IdentitySource,
  IdentitySourceChanges,
} from "@/lib/core/external-identities/identity-source";
import { assignments } from "@/lib/kernel/db/assignments";
import { lock, type Queryable, read, sql, write } from "@/lib/kernel/db/queryable";

const COLUMNS = sql`
  id, type, issuer, audiences, jwks_uri, attribute_mapping, status, created_at, updated_at`;

/** Lists every identity source of the environment, the oldest first. */
export function listIdentitySources(db: Queryable): Promise<IdentitySource[]> {
  return db.query(read<IdentitySource>`
    SELECT ${COLUMNS} FROM identity_sources WHERE environment_id = ${db.environmentId}::uuid ORDER BY id`);
}

/** Returns the source with this id in the environment. */
export function findIdentitySource(db: Queryable, id: string): Promise<IdentitySource | null> {
  return db.first(read<IdentitySource>`
    SELECT ${COLUMNS} FROM identity_sources
    WHERE id = ${id}::uuid AND environment_id = ${db.environmentId}::uuid`);
}

/** Returns the source with this issuer in the environment. */
export function findSourceByIssuer(db: Queryable, issuer: string): Promise<IdentitySource | null> {
  return db.first(read<IdentitySource>`
    SELECT ${COLUMNS} FROM identity_sources
    WHERE issuer = ${issuer} AND environment_id = ${db.environmentId}::uuid`);
}

/** Returns the source with this id, and locks the row until the transaction ends, so that two changes of
 *  it are serialized. */
export function lockIdentitySource(db: Queryable, id: string): Promise<IdentitySource | null> {
  return db.first(lock<IdentitySource>`
    SELECT ${COLUMNS} FROM identity_sources
    WHERE id = ${id}::uuid AND environment_id = ${db.environmentId}::uuid FOR NO KEY UPDATE`);
}

/** Adds a source unless the environment has one with its issuer.
 *  @returns the source, or null when the issuer is taken */
export function insertIdentitySource(
  db: Queryable,
  source: Pick<IdentitySource, "type" | "issuer" | "audiences" | "jwksUri" | "attributeMapping">,
): Promise<IdentitySource | null> {
  const { type, issuer, audiences, jwksUri, attributeMapping } = source;
  return db.first(lock<IdentitySource>`
    INSERT INTO identity_sources (tenant_id, environment_id, type, issuer, audiences, jwks_uri, attribute_mapping)
    VALUES (${db.tenantId}::uuid, ${db.environmentId}::uuid, ${type}::identity_source_type, ${issuer},
      ${audiences}::text[], ${jwksUri}, ${JSON.stringify(attributeMapping)}::jsonb)
    ON CONFLICT DO NOTHING RETURNING ${COLUMNS}`);
}

/** Changes a source that is known to be in the environment; absent fields stay. */
export async function updateIdentitySource(
  db: Queryable,
  id: string,
  { audiences, jwksUri, attributeMapping, status }: IdentitySourceChanges,
): Promise<IdentitySource> {
  const set = assignments({
    audiences,
    jwks_uri: jwksUri,
    attribute_mapping: attributeMapping && JSON.stringify(attributeMapping),
    status,
    updated_at: sql`now()`,
  });
  const [changed] = await db.query(write<IdentitySource>`
    UPDATE identity_sources SET ${set}
    WHERE id = ${id}::uuid AND environment_id = ${db.environmentId}::uuid RETURNING ${COLUMNS}`);
  if (!changed) throw new Error("unreachable: the source is held");
  return changed;
}
