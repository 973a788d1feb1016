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
