import { Prisma, type TenantTransaction } from "@/lib/db";
import { newId } from "@/lib/ids";
import type { Organization, OrganizationFields } from "@/lib/organizations/organization";

// One statement with its joins, not one for each relation.
const SELECT = Prisma.sql`
  SELECT o.id, o.name, o.slug, o.external_id AS "externalId", w.status::text AS status, e.key AS environment,
    t.key AS "organizationType", w.package_id AS "packageId", o.created_at AS "createdAt",
    GREATEST(w.updated_at, o.updated_at) AS "updatedAt"
  FROM workspaces w
  JOIN organizations o ON o.id = w.organization_id
  JOIN environments e ON e.id = w.environment_id
  LEFT JOIN organization_types t ON t.id = w.organization_type_id`;

/** The organization with this id, when it is in the environment. */
export async function findOrganization(
  { sql, environmentId }: TenantTransaction,
  organizationId: string,
): Promise<Organization | null> {
  const rows = await sql.$queryRaw<Organization[]>`
    ${SELECT} WHERE w.environment_id = ${environmentId}::uuid AND w.organization_id = ${organizationId}::uuid`;
  return rows[0] ?? null;
}

/** The same, holding its rows until the transaction ends, so that two changes of it take turns. */
export async function lockOrganization(
  transaction: TenantTransaction,
  id: string,
): Promise<Organization | null> {
  const { sql, environmentId } = transaction;
  await sql.$queryRaw`
    SELECT 1 AS held FROM workspaces w JOIN organizations o ON o.id = w.organization_id
    WHERE w.environment_id = ${environmentId}::uuid AND w.organization_id = ${id}::uuid FOR NO KEY UPDATE`;
  return findOrganization(transaction, id);
}

/** Adds an organization, unless its slug is taken in the tenant.
 *  @returns its id, or null for a taken slug
 *  @throws a unique violation when the external id is taken */
export async function insertOrganization(
  { sql, tenantId }: TenantTransaction,
  { name, slug, externalId }: OrganizationFields,
): Promise<string | null> {
  const rows = await sql.$queryRaw<{ id: string }[]>`
    INSERT INTO organizations (id, tenant_id, name, slug, external_id)
    VALUES (${newId()}::uuid, ${tenantId}::uuid, ${name}, ${slug}, ${externalId})
    ON CONFLICT (tenant_id, slug) DO NOTHING RETURNING id`;
  return rows[0]?.id ?? null;
}

/** Whether another organization of the tenant has one of these.
 *  @returns the field that is taken */
export async function takenField(
  { sql, tenantId }: TenantTransaction,
  id: string,
  wanted: { slug?: string; externalId?: string | null },
): Promise<"slug" | "external_id" | null> {
  const other = { tenantId, id: { not: id } };
  if (wanted.slug && (await sql.organization.count({ where: { ...other, slug: wanted.slug } })) > 0)
    return "slug";
  const { externalId } = wanted;
  if (externalId && (await sql.organization.count({ where: { ...other, externalId } })) > 0)
    return "external_id";
  return null;
}

/** Changes an organization that is known to be the tenant's; what is absent stays.
 *  @throws a unique violation when slug or external id is taken */
export async function updateOrganization(
  { sql, tenantId }: TenantTransaction,
  id: string,
  changes: Partial<OrganizationFields>,
): Promise<void> {
  await sql.organization.update({ where: { id, tenantId }, data: changes });
}
