import type { AppFacts, WorkspaceFacts } from "@/lib/core/access/access";
import { type Queryable, read } from "@/lib/kernel/db/queryable";

/** A user and, optionally, an organization. */
export interface AccessPlace {
  userId: string | null;
  externalId: string | null;
  /** Null selects every workspace in which the user has a membership. */
  organizationId: string | null;
}

/** Facts that many decisions share, each once: by id, or by place. */
export interface SharedFacts {
  mode: "enforce" | "observe" | "off" | null;
  apps: Record<string, AppFacts>;
  roles: Record<string, { key: string; permissions: string[]; appIds: string[] }>;
  packages: Record<
    string,
    Omit<NonNullable<WorkspaceFacts["package"]>, "listsApp"> & { appIds: string[] }
  >;
  workspaces: Record<
    string,
    Omit<WorkspaceFacts, "membership" | "package"> & { packageId: string | null }
  >;
  /** In the order of the places; null for an unknown user. */
  statuses: ("active" | "suspended" | null)[];
  /** Distinct workspaces to evaluate: the organization, the states of the membership and its role (null
   *  without a membership), and the places (from 1) that it applies to. Most members of an organization
   *  share one. */
  looks: [
    organizationId: string,
    membership: "active" | "inactive" | null,
    roleId: string | null,
    places: number[],
  ][];
}

/** Reads the facts about many users, organizations and apps. One statement, so that all facts are of one
 *  snapshot; shared facts are read and sent once. `access-store` reads the same for one user.
 *  @param appIds without duplicates */
export async function readSharedFacts(
  db: Queryable,
  places: readonly AccessPlace[],
  appIds: readonly string[],
): Promise<SharedFacts> {
  const apps = [...appIds];
  const facts = await db.first(read<SharedFacts>`
    WITH places AS MATERIALIZED (
      SELECT wanted.place, wanted.organization_id, COALESCE(i.id, e.id) AS user_id, COALESCE(i.status, e.status) AS status
      FROM unnest(${places.map(({ userId }) => userId)}::uuid[], ${places.map(({ externalId }) => externalId)}::text[],
        ${places.map(({ organizationId }) => organizationId)}::uuid[])
        WITH ORDINALITY AS wanted (user_id, external_id, organization_id, place)
      LEFT JOIN users i ON i.environment_id = ${db.environmentId}::uuid AND i.id = wanted.user_id AND i.deleted_at IS NULL
      LEFT JOIN users e ON e.environment_id = ${db.environmentId}::uuid AND e.external_id = wanted.external_id
        AND e.deleted_at IS NULL),
    looks AS MATERIALIZED (
      SELECT p.place, w.organization_id, m.status, m.role_id
      FROM places p
      JOIN workspaces w ON w.environment_id = ${db.environmentId}::uuid AND w.organization_id = p.organization_id
      LEFT JOIN memberships m ON m.environment_id = ${db.environmentId}::uuid AND m.organization_id = p.organization_id
        AND m.user_id = p.user_id
      UNION ALL
      SELECT p.place, m.organization_id, m.status, m.role_id
      FROM places p
      JOIN memberships m ON m.environment_id = ${db.environmentId}::uuid AND m.user_id = p.user_id
      WHERE p.organization_id IS NULL),
    policy AS MATERIALIZED (
      SELECT mode, default_package_id FROM entitlement_policies WHERE environment_id = ${db.environmentId}::uuid),
    seen AS MATERIALIZED (
      SELECT w.organization_id, w.status, w.organization_type_id,
        COALESCE(w.package_id, (SELECT default_package_id FROM policy)) AS package_id
      FROM workspaces w
      WHERE w.environment_id = ${db.environmentId}::uuid
        AND w.organization_id IN (SELECT organization_id FROM looks))
    SELECT (SELECT mode FROM policy) AS mode,
      (SELECT COALESCE(json_agg(status ORDER BY place), '[]') FROM places) AS statuses,
      (SELECT COALESCE(json_agg(json_build_array(organization_id, status, role_id, places)), '[]') FROM (
          SELECT organization_id, status, role_id, array_agg(place) AS places FROM looks
          GROUP BY organization_id, status, role_id) AS alike) AS looks,
      (SELECT COALESCE(json_object_agg(a.id, json_build_object(
          'status', a.status, 'packagePolicy', a.package_policy,
          'allowedOrganizationTypes', a.allowed_organization_types,
          'requiredEntitlements', a.required_entitlements)), '{}')
        FROM apps a WHERE a.environment_id = ${db.environmentId}::uuid AND a.id = ANY(${apps}::uuid[])) AS apps,
      (SELECT COALESCE(json_object_agg(r.id, json_build_object('key', r.key, 'permissions', r.permissions,
          'appIds', ARRAY(SELECT ra.app_id FROM role_apps ra WHERE ra.role_id = r.id AND ra.app_id = ANY(${apps}::uuid[])))), '{}')
        FROM roles r WHERE r.environment_id = ${db.environmentId}::uuid
          AND r.id IN (SELECT role_id FROM looks)) AS roles,
      (SELECT COALESCE(json_object_agg(k.id, json_build_object('key', k.key, 'status', k.status,
          'entitlements', k.entitlements,
          'appIds', ARRAY(SELECT pa.app_id FROM package_apps pa WHERE pa.package_id = k.id AND pa.app_id = ANY(${apps}::uuid[])))), '{}')
        FROM packages k WHERE k.environment_id = ${db.environmentId}::uuid
          AND k.id IN (SELECT package_id FROM seen)) AS packages,
      (SELECT COALESCE(json_object_agg(w.organization_id, json_build_object(
          'organizationId', w.organization_id, 'organizationName', o.name, 'organizationSlug', o.slug,
          'status', w.status, 'organizationType', t.key, 'packageId', w.package_id,
          'overrides', COALESCE((SELECT json_agg(json_build_object('entitlement', eo.entitlement, 'effect', eo.effect))
            FROM entitlement_overrides eo WHERE eo.environment_id = ${db.environmentId}::uuid
              AND eo.organization_id = w.organization_id), '[]'::json))), '{}')
        FROM seen w
        JOIN organizations o ON o.id = w.organization_id
        LEFT JOIN organization_types t ON t.id = w.organization_type_id) AS workspaces`);
  if (!facts) throw new Error("unreachable: the statement has one row");
  return facts;
}
