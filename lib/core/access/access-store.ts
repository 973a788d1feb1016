import type { AccessFacts, AppFacts, WorkspaceFacts } from "@/lib/core/access/access";
import { type Queryable, read, type Sql, sql } from "@/lib/kernel/db/queryable";

interface Row {
  mode: AccessFacts["mode"] | null;
  app: AppFacts | null;
  workspace: WorkspaceFacts | null;
}

export interface AccessQuery {
  userId: string;
  /** Null when no app is to be reached. */
  appId: string | null;
  /** Null reads every workspace the user has a membership in. */
  organizationId: string | null;
}

/** Access facts of one user, with every workspace that was requested. */
export type AccessFactsOfUser = Omit<AccessFacts, "workspace"> & { workspaces: WorkspaceFacts[] };

/** Reads everything the decision depends on. One statement, so that all of it is one snapshot: a change
 *  that commits meanwhile is seen whole or not at all. */
export function readAccessFacts(
  db: Queryable,
  { userId, ...query }: AccessQuery,
): Promise<AccessFactsOfUser> {
  return readFacts(db, sql`${userId}::uuid`, query);
}

/** Like `readAccessFacts`, for the user of a session, so that the same batch can read the session. */
export function readAccessFactsOfSession(
  db: Queryable,
  { sessionId, ...query }: Omit<AccessQuery, "userId"> & { sessionId: string },
): Promise<AccessFactsOfUser> {
  const user = sql`(SELECT user_id FROM sessions
    WHERE id = ${sessionId}::uuid AND environment_id = ${db.environmentId}::uuid)`;
  return readFacts(db, user, query);
}

async function readFacts(
  db: Queryable,
  user: Sql,
  { appId, organizationId }: Omit<AccessQuery, "userId">,
): Promise<AccessFactsOfUser> {
  const rows = await db.query(read<Row>`
    SELECT p.mode,
      CASE WHEN a.id IS NOT NULL THEN json_build_object(
        'status', a.status, 'packagePolicy', a.package_policy,
        'allowedOrganizationTypes', a.allowed_organization_types,
        'requiredEntitlements', a.required_entitlements) END AS app,
      CASE WHEN w.organization_id IS NOT NULL THEN json_build_object(
        'organizationId', w.organization_id, 'organizationName', o.name, 'organizationSlug', o.slug,
        'status', w.status,
        'organizationType', ot.key,
        'membership', CASE WHEN m.id IS NOT NULL THEN json_build_object('status', m.status,
          'role', CASE WHEN r.id IS NOT NULL THEN json_build_object('key', r.key, 'permissions', r.permissions,
            'reachesApp', EXISTS (SELECT FROM role_apps ra WHERE ra.role_id = r.id AND ra.app_id = a.id)) END) END,
        'package', CASE WHEN k.id IS NOT NULL THEN json_build_object('key', k.key, 'status', k.status,
          'entitlements', k.entitlements,
          'listsApp', EXISTS (SELECT FROM package_apps pa WHERE pa.package_id = k.id AND pa.app_id = a.id)) END,
        'overrides', COALESCE((SELECT json_agg(json_build_object('entitlement', eo.entitlement, 'effect', eo.effect))
          FROM entitlement_overrides eo
          WHERE eo.environment_id = w.environment_id AND eo.organization_id = w.organization_id), '[]'::json)) END AS workspace
    FROM (SELECT ${db.environmentId}::uuid AS environment_id, ${organizationId}::uuid AS organization_id,
      ${user} AS user_id) wanted
    LEFT JOIN entitlement_policies p ON p.environment_id = wanted.environment_id
    LEFT JOIN apps a ON a.environment_id = wanted.environment_id AND a.id = ${appId}::uuid
    LEFT JOIN LATERAL (
      SELECT * FROM workspaces x
      WHERE x.environment_id = wanted.environment_id AND (
        x.organization_id = wanted.organization_id
        OR wanted.organization_id IS NULL AND EXISTS (
          SELECT FROM memberships y WHERE y.environment_id = x.environment_id
            AND y.organization_id = x.organization_id AND y.user_id = wanted.user_id))) w ON true
    LEFT JOIN organizations o ON o.id = w.organization_id
    LEFT JOIN organization_types ot ON ot.id = w.organization_type_id
    LEFT JOIN memberships m ON m.environment_id = w.environment_id
      AND m.organization_id = w.organization_id AND m.user_id = wanted.user_id
    LEFT JOIN roles r ON r.id = m.role_id
    LEFT JOIN packages k ON k.id = COALESCE(w.package_id, p.default_package_id)
    ORDER BY o.name, w.organization_id`);
  return {
    mode: rows[0]?.mode ?? "enforce",
    app: rows[0]?.app ?? null,
    workspaces: rows.flatMap(({ workspace }) => (workspace ? [workspace] : [])),
  };
}
