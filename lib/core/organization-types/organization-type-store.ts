import { lock, type Queryable, read, write } from "@/lib/kernel/db/queryable";

/** A type of organization that apps may be limited to. */
export interface OrganizationType {
  id: string;
  key: string;
  name: string;
}

/** Adds an organization type.
 *  @throws a unique violation when the key is taken */
export async function insertOrganizationType(
  db: Queryable,
  { key, name }: Omit<OrganizationType, "id">,
): Promise<OrganizationType> {
  const inserted = await db.first(write<{ id: string }>`
    INSERT INTO organization_types (tenant_id, environment_id, key, name)
    VALUES (${db.tenantId}::uuid, ${db.environmentId}::uuid, ${key}, ${name})
    RETURNING id`);
  if (!inserted) throw new Error("unreachable: an INSERT without a condition adds a row");
  return { id: inserted.id, key, name };
}

/** Lists every organization type of the environment, by key. */
export function listOrganizationTypes(db: Queryable): Promise<OrganizationType[]> {
  return db.query(read<OrganizationType>`
    SELECT id, key, name FROM organization_types WHERE environment_id = ${db.environmentId}::uuid ORDER BY key`);
}

/** An organization type with the key of its environment. */
export interface TypeInEnvironment extends OrganizationType {
  environment: string;
}

/** Lists every organization type of the tenant, in all its environments, by name. */
export function listTypesOfTenant(db: Queryable): Promise<TypeInEnvironment[]> {
  return db.query(read<TypeInEnvironment>`
    SELECT t.id, t.key, t.name, e.key AS environment
    FROM organization_types t JOIN environments e ON e.id = t.environment_id
    WHERE t.tenant_id = ${db.tenantId}::uuid ORDER BY t.name, t.key`);
}

/** An organization type's key together with the key of an environment that has it. */
export interface TypePair {
  organizationType: string;
  environment: string;
}

/** Returns the type with a key in one of the tenant's environments. */
export function findOrganizationType(
  db: Queryable,
  environmentId: string,
  key: string,
): Promise<OrganizationType | null> {
  return db.first(read<OrganizationType>`
    SELECT id, key, name FROM organization_types
    WHERE tenant_id = ${db.tenantId}::uuid AND environment_id = ${environmentId}::uuid AND key = ${key}`);
}

/** Lists the configured pairs, in these environments or in all of the tenant's: the first `limit`, and
 *  their total number. */
export async function listTypePairs(
  db: Queryable,
  environmentIds: readonly string[] | null,
  limit: number,
): Promise<{ pairs: TypePair[]; total: number }> {
  const ids = environmentIds && [...environmentIds];
  const rows = await db.query(read<TypePair & { total: number }>`
    SELECT t.key AS organization_type, e.key AS environment, count(*) OVER () AS total
    FROM organization_types t JOIN environments e ON e.id = t.environment_id
    WHERE t.tenant_id = ${db.tenantId}::uuid
      AND (${ids}::uuid[] IS NULL OR t.environment_id = ANY(${ids}::uuid[]))
    ORDER BY e.key, t.key LIMIT ${limit}::int`);
  const pairs = rows.map(({ organizationType, environment }) => ({
    organizationType,
    environment,
  }));
  return { pairs, total: rows[0]?.total ?? 0 };
}

/** Returns the organization type with this id in the environment. */
export function findOrganizationTypeById(
  db: Queryable,
  id: string,
): Promise<OrganizationType | null> {
  return db.first(read<OrganizationType>`
    SELECT id, key, name FROM organization_types
    WHERE id = ${id}::uuid AND environment_id = ${db.environmentId}::uuid`);
}

/** Like `findOrganizationTypeById`, and locks the row until the transaction ends, so that two changes of
 *  it are serialized. */
export function lockOrganizationType(db: Queryable, id: string): Promise<OrganizationType | null> {
  return db.first(lock<OrganizationType>`
    SELECT id, key, name FROM organization_types
    WHERE id = ${id}::uuid AND environment_id = ${db.environmentId}::uuid FOR UPDATE`);
}

/** Stores the name of an organization type of the environment. */
export async function renameOrganizationType(
  db: Queryable,
  id: string,
  name: string,
): Promise<void> {
  await db.execute(write`
    UPDATE organization_types SET name = ${name}
    WHERE id = ${id}::uuid AND environment_id = ${db.environmentId}::uuid`);
}

/** Returns how many organizations of the environment have a type, and how many of its apps allow it by
 *  name. */
export async function countTypeUses(
  db: Queryable,
  { id, key }: Pick<OrganizationType, "id" | "key">,
): Promise<{ organizations: number; apps: number }> {
  const counted = await db.first(read<{ organizations: number; apps: number }>`
    SELECT (SELECT count(*) FROM workspaces
            WHERE environment_id = ${db.environmentId}::uuid AND organization_type_id = ${id}::uuid) AS organizations,
           (SELECT count(*) FROM apps
            WHERE environment_id = ${db.environmentId}::uuid AND ${key}::text = ANY(allowed_organization_types)) AS apps`);
  return counted ?? { organizations: 0, apps: 0 };
}

/** Removes an organization type that nothing uses. */
export async function deleteOrganizationTypeRow(db: Queryable, id: string): Promise<void> {
  await db.execute(write`
    DELETE FROM organization_types WHERE id = ${id}::uuid AND environment_id = ${db.environmentId}::uuid`);
}
