import type { TenantTransaction } from "@/lib/db";

/** A user's place in one organization, as the product is told of it. */
export interface IdentityMembership {
  organization: {
    id: string;
    name: string;
    slug: string;
    status: "active" | "disabled";
    organizationType: string | null;
  };
  role: { id: string; key: string; name: string } | null;
  status: "active" | "inactive";
  package: { id: string; key: string; status: "active" | "inactive" } | null;
  /** The apps that the role reaches. */
  appIds: string[];
}

/** Every membership of a user in the environment, whatever its state, in one statement. The package is the
 *  organization's own or, where it has none, the environment's default. */
export async function listIdentityMemberships(
  { sql, environmentId }: TenantTransaction,
  userId: string,
): Promise<IdentityMembership[]> {
  return sql.$queryRaw<IdentityMembership[]>`
    SELECT m.status::text AS status,
      json_build_object('id', o.id, 'name', o.name, 'slug', o.slug, 'status', w.status,
        'organizationType', ot.key) AS organization,
      CASE WHEN r.id IS NOT NULL THEN json_build_object('id', r.id, 'key', r.key, 'name', r.name) END AS role,
      CASE WHEN k.id IS NOT NULL THEN json_build_object('id', k.id, 'key', k.key, 'status', k.status) END AS package,
      ARRAY(SELECT ra.app_id::text FROM role_apps ra WHERE ra.role_id = r.id ORDER BY ra.app_id) AS "appIds"
    FROM memberships m
    JOIN workspaces w ON w.environment_id = m.environment_id AND w.organization_id = m.organization_id
    JOIN organizations o ON o.id = m.organization_id
    LEFT JOIN organization_types ot ON ot.id = w.organization_type_id
    LEFT JOIN roles r ON r.id = m.role_id
    LEFT JOIN entitlement_policies p ON p.environment_id = m.environment_id
    LEFT JOIN packages k ON k.id = COALESCE(w.package_id, p.default_package_id)
    WHERE m.user_id = ${userId}::uuid AND m.environment_id = ${environmentId}::uuid
    ORDER BY o.name, o.id`;
}
