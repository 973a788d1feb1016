import type { Organization, OrganizationFields } from "@/lib/core/organizations/organization";
import { lock, type Queryable, read, write } from "@/lib/kernel/db/queryable";
import { newId } from "@/lib/kernel/ids";

/** Returns the organization with this id, when it is in the environment. */
export function findOrganization(
  db: Queryable,
  organizationId: string,
): Promise<Organization | null> {
  return db.first(read<Organization>`
    SELECT o.id, o.name, o.slug, o.external_id, w.status, e.key AS environment, t.key AS organization_type,
      w.package_id, o.created_at, GREATEST(w.updated_at, o.updated_at) AS updated_at
    FROM workspaces w
    JOIN organizations o ON o.id = w.organization_id
    JOIN environments e ON e.id = w.environment_id
    LEFT JOIN organization_types t ON t.id = w.organization_type_id
    WHERE w.environment_id = ${db.environmentId}::uuid AND w.organization_id = ${organizationId}::uuid`);
}

/** Like `findOrganization`, and locks its rows until the transaction ends, so that two changes of it are
 *  serialized. */
export async function lockOrganization(db: Queryable, id: string): Promise<Organization | null> {
  // Two statements: the second sees what another transaction changed while the first waited for the rows.
  const [, organization] = await Promise.all([
    db.execute(lock`
      SELECT FROM workspaces w JOIN organizations o ON o.id = w.organization_id
      WHERE w.environment_id = ${db.environmentId}::uuid AND w.organization_id = ${id}::uuid FOR NO KEY UPDATE`),
    findOrganization(db, id),
  ]);
  return organization;
}

/** Adds an organization, unless its slug is taken in the tenant.
 *  @returns its id, or null for a taken slug
 *  @throws a unique violation when the external id is taken */
export async function insertOrganization(
  db: Queryable,
  { name, slug, externalId }: OrganizationFields,
): Promise<string | null> {
  const inserted = await db.first(lock<{ id: string }>`
    INSERT INTO organizations (id, tenant_id, name, slug, external_id)
    VALUES (${newId()}::uuid, ${db.tenantId}::uuid, ${name}, ${slug}, ${externalId})
    ON CONFLICT (tenant_id, slug) DO NOTHING RETURNING id`);
  return inserted?.id ?? null;
}

/** Returns whether another organization of the tenant has one of these values.
 *  @returns the field that is taken */
export async function takenField(
  db: Queryable,
  id: string,
  { slug, externalId }: { slug?: string; externalId?: string | null },
): Promise<"slug" | "external_id" | null> {
  const taken = await db.first(read<{ slug: boolean; externalId: boolean }>`
    SELECT EXISTS (
        SELECT FROM organizations
        WHERE tenant_id = ${db.tenantId}::uuid AND id <> ${id}::uuid AND slug = ${slug ?? null}) AS slug,
      EXISTS (
        SELECT FROM organizations
        WHERE tenant_id = ${db.tenantId}::uuid AND id <> ${id}::uuid AND external_id = ${externalId ?? null}) AS external_id`);
  if (taken?.slug) return "slug";
  return taken?.externalId ? "external_id" : null;
}

/** Stores the tenant's fields of an organization that is known to be the tenant's.
 *  @throws a unique violation when slug or external id is taken */
export async function writeOrganizationFields(
  db: Queryable,
  id: string,
  { name, slug, externalId }: OrganizationFields,
): Promise<void> {
  await db.execute(write`
    UPDATE organizations SET name = ${name}, slug = ${slug}, external_id = ${externalId}, updated_at = now()
    WHERE id = ${id}::uuid AND tenant_id = ${db.tenantId}::uuid`);
}
