import type { TenantTransaction } from "@/lib/db";

/** A kind of organization that apps may be limited to. */
export interface OrganizationType {
  id: string;
  key: string;
  name: string;
}

const fields = { id: true, key: true, name: true } as const;

/** Adds an organization type.
 *  @throws a unique violation when the key is taken */
export function insertOrganizationType(
  { sql, tenantId, environmentId }: TenantTransaction,
  type: Omit<OrganizationType, "id">,
): Promise<OrganizationType> {
  return sql.organizationType.create({
    data: { ...type, tenantId, environmentId },
    select: fields,
  });
}

/** Every organization type of the environment, by key. */
export function listOrganizationTypes({
  sql,
  environmentId,
}: TenantTransaction): Promise<OrganizationType[]> {
  return sql.organizationType.findMany({
    where: { environmentId },
    select: fields,
    orderBy: { key: "asc" },
  });
}

/** An organization type's key together with the key of an environment that has it. */
export interface TypePair {
  organizationType: string;
  environment: string;
}

/** The type that a key means in one of the tenant's environments. */
export function findOrganizationType(
  { sql, tenantId }: TenantTransaction,
  environmentId: string,
  key: string,
): Promise<OrganizationType | null> {
  return sql.organizationType.findFirst({
    where: { tenantId, environmentId, key },
    select: fields,
  });
}

/** The pairs that are configured, in these environments or in all of the tenant's: the first `limit`, and
 *  how many there are. */
export async function listTypePairs(
  { sql, tenantId }: TenantTransaction,
  environmentIds: readonly string[] | null,
  limit: number,
): Promise<{ pairs: TypePair[]; total: number }> {
  const where = {
    tenantId,
    ...(environmentIds ? { environmentId: { in: [...environmentIds] } } : {}),
  };
  const total = await sql.organizationType.count({ where });
  const rows = await sql.organizationType.findMany({
    where,
    select: { key: true, environment: { select: { key: true } } },
    orderBy: [{ environment: { key: "asc" } }, { key: "asc" }],
    take: limit,
  });
  const pairs = rows.map((row) => ({
    organizationType: row.key,
    environment: row.environment.key,
  }));
  return { pairs, total };
}
