import type { AccessFacts, AppFacts, WorkspaceFacts } from "@/lib/core/access/access";
import { type Queryable, read } from "@/lib/kernel/db/queryable";

/** A user, by one of three ids, and, optionally, an organization. */
export interface AccessPlace {
  userId?: string;
  /** The tenant's own id of the user. */
  externalId?: string;
  /** Names the user of a session, so that the same batch can read the session. */
  sessionId?: string;
  /** Null selects every workspace in which the user has a membership. */
  organizationId: string | null;
}

/** A workspace as users with the same membership see it, for several apps. Most members of an organization
 *  share one. */
export interface SharedWorkspace extends Omit<WorkspaceFacts, "membership" | "package"> {
  membership: {
    status: "active" | "inactive";
    /** `appIds`: which of the apps the role reaches. */
    role: { key: string; permissions: string[]; appIds: string[] } | null;
  } | null;
  /** `appIds`: which of the apps the package lists. */
  package: (Omit<NonNullable<WorkspaceFacts["package"]>, "listsApp"> & { appIds: string[] }) | null;
  /** Numbers of the places to which it applies, from 1. */
  places: number[];
}

/** Facts that many decisions share, each once. */
export interface SharedFacts {
  mode: AccessFacts["mode"] | null;
  /** By id. */
  apps: Record<string, AppFacts>;
  /** Of the users, in the order of the places; null for an unknown user. */
  statuses: ("active" | "suspended" | null)[];
  /** By the organization's name. */
  workspaces: SharedWorkspace[];
}

/** Reads everything that decisions about these users, organizations and apps depend on. One statement, so
 *  that all of it is one snapshot: a change that commits during the read is seen whole or not at all.
 *  @param appIds without duplicates */
export async function readSharedFacts(
  db: Queryable,
  places: readonly AccessPlace[],
  appIds: readonly string[],
): Promise<SharedFacts> {
  const facts = await db.first(read<SharedFacts>`
    WITH places AS MATERIALIZED (
      SELECT named.place, named.organization_id, COALESCE(named.user_id,
        (SELECT s.user_id FROM sessions s
          WHERE s.environment_id = ${db.environmentId}::uuid AND s.id = named.session_id),
        (SELECT u.id FROM users u WHERE u.environment_id = ${db.environmentId}::uuid
          AND u.external_id = named.external_id AND u.deleted_at IS NULL)) AS user_id
      FROM unnest(${places.map(({ userId }) => userId ?? null)}::uuid[],
        ${places.map(({ externalId }) => externalId ?? null)}::text[],
        ${places.map(({ sessionId }) => sessionId ?? null)}::uuid[],
        ${places.map(({ organizationId }) => organizationId)}::uuid[])
        WITH ORDINALITY AS named (user_id, external_id, session_id, organization_id, place)),
    alike AS (
      SELECT organization_id, status, role_id, array_agg(place) AS places FROM (
        SELECT p.place, p.organization_id, m.status, m.role_id
        FROM places p
        LEFT JOIN memberships m ON m.environment_id = ${db.environmentId}::uuid
          AND m.organization_id = p.organization_id AND m.user_id = p.user_id
        WHERE p.organization_id IS NOT NULL
        UNION ALL
        SELECT p.place, m.organization_id, m.status, m.role_id
        FROM places p
        JOIN memberships m ON m.environment_id = ${db.environmentId}::uuid AND m.user_id = p.user_id
        WHERE p.organization_id IS NULL) seen
      GROUP BY organization_id, status, role_id)
    SELECT (SELECT mode FROM entitlement_policies WHERE environment_id = ${db.environmentId}::uuid) AS mode,
      (SELECT COALESCE(json_agg((SELECT u.status FROM users u WHERE u.environment_id = ${db.environmentId}::uuid
          AND u.id = p.user_id AND u.deleted_at IS NULL) ORDER BY p.place), '[]') FROM places p) AS statuses,
      (SELECT COALESCE(json_object_agg(a.id, json_build_object(
          'status', a.status, 'packagePolicy', a.package_policy,
          'allowedOrganizationTypes', a.allowed_organization_types,
          'requiredEntitlements', a.required_entitlements)), '{}')
        FROM apps a WHERE a.environment_id = ${db.environmentId}::uuid AND a.id = ANY(${[...appIds]}::uuid[])) AS apps,
      (SELECT COALESCE(json_agg(json_build_object(
          'organizationId', w.organization_id, 'organizationName', o.name, 'organizationSlug', o.slug,
          'status', w.status,
          'organizationType', t.key,
          'membership', CASE WHEN l.status IS NOT NULL THEN json_build_object('status', l.status,
            'role', CASE WHEN r.id IS NOT NULL THEN json_build_object('key', r.key, 'permissions', r.permissions,
              'appIds', ARRAY(SELECT ra.app_id FROM role_apps ra
                WHERE ra.role_id = r.id AND ra.app_id = ANY(${[...appIds]}::uuid[]))) END) END,
          'package', CASE WHEN k.id IS NOT NULL THEN json_build_object('key', k.key, 'status', k.status,
            'entitlements', k.entitlements,
            'appIds', ARRAY(SELECT pa.app_id FROM package_apps pa
              WHERE pa.package_id = k.id AND pa.app_id = ANY(${[...appIds]}::uuid[]))) END,
          'overrides', COALESCE((SELECT json_agg(json_build_object('entitlement', eo.entitlement, 'effect', eo.effect))
            FROM entitlement_overrides eo
            WHERE eo.environment_id = w.environment_id AND eo.organization_id = w.organization_id), '[]'::json),
          'places', l.places) ORDER BY o.name, w.organization_id), '[]')
        FROM alike l
        JOIN workspaces w ON w.environment_id = ${db.environmentId}::uuid AND w.organization_id = l.organization_id
        JOIN organizations o ON o.id = w.organization_id
        LEFT JOIN organization_types t ON t.id = w.organization_type_id
        LEFT JOIN roles r ON r.id = l.role_id
        LEFT JOIN entitlement_policies p ON p.environment_id = w.environment_id
        LEFT JOIN packages k ON k.id = COALESCE(w.package_id, p.default_package_id)) AS workspaces`);
  if (!facts) throw new Error("unreachable: the statement has one row");
  return facts;
}
