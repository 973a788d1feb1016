import type { AccessFacts, AppFacts, WorkspaceFacts } from "@/lib/access/access";
import type { TenantScope } from "@/lib/caller";
import { atOnce, type PreparedSql, Prisma, runIn, type TenantTransaction } from "@/lib/db";
import type { SessionFacts } from "@/lib/sessions/session";
import { factsOf, sessionFacts } from "@/lib/sessions/session-store";

interface Row {
  mode: AccessFacts["mode"] | null;
  app: AppFacts | null;
  workspace: WorkspaceFacts | null;
}

export interface Wanted {
  userId: string;
  /** Null where no app is to be reached. */
  appId: string | null;
  /** Null looks at every workspace the user has a membership in. */
  organizationId: string | null;
}

type Facts = Omit<AccessFacts, "workspace"> & { workspaces: WorkspaceFacts[] };

/** Everything the decision depends on. One statement, so that all of it is one snapshot: a change that
 *  commits meanwhile is seen whole or not at all. */
export async function readAccessFacts(
  transaction: TenantTransaction,
  wanted: Wanted,
): Promise<Facts> {
  return factsOfRows(await runIn(transaction, accessOfUser(transaction, wanted)));
}

/** The same in one round trip, for those who do nothing else in a transaction. */
export async function readAccessFactsAtOnce(scope: TenantScope, wanted: Wanted): Promise<Facts> {
  const [rows] = await atOnce(scope, [accessOfUser(scope, wanted)]);
  return factsOfRows(rows);
}

function accessOfUser(
  scope: Pick<TenantScope, "environmentId">,
  { userId, ...wanted }: Wanted,
): PreparedSql<Row> {
  const sql = accessFacts(scope, Prisma.sql`${userId}::uuid`, wanted);
  return { name: "access-of-user", sql };
}

/** A direct session and, for its user, everything the decision depends on, in one round trip. */
export async function readSessionAndAccess(
  scope: TenantScope,
  { sessionId, ...wanted }: Omit<Wanted, "userId"> & { sessionId: string },
): Promise<{ session: SessionFacts | null; access: Facts }> {
  const user = Prisma.sql`(SELECT user_id FROM sessions
    WHERE id = ${sessionId}::uuid AND environment_id = ${scope.environmentId}::uuid)`;
  const access: PreparedSql<Row> = {
    name: "access-of-session",
    sql: accessFacts(scope, user, wanted),
  };
  const [[row], rows] = await atOnce(scope, [sessionFacts(scope, [sessionId], "direct"), access]);
  return { session: factsOf(row), access: factsOfRows(rows) };
}

function accessFacts(
  { environmentId }: Pick<TenantScope, "environmentId">,
  user: Prisma.Sql,
  { appId, organizationId }: Omit<Wanted, "userId">,
): Prisma.Sql {
  return Prisma.sql`
    SELECT p.mode::text AS mode,
      CASE WHEN a.id IS NOT NULL THEN json_build_object(
        'status', a.status, 'packagePolicy', a.package_policy,
        'allowedOrganizationTypes', a.allowed_organization_types,
        'requiredEntitlements', a.required_entitlements) END AS app,
      CASE WHEN w.organization_id IS NOT NULL THEN json_build_object(
        'organizationId', w.organization_id, 'organizationName', o.name, 'status', w.status,
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
    FROM (SELECT ${environmentId}::uuid AS environment_id, ${organizationId}::uuid AS organization_id,
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
    ORDER BY o.name, w.organization_id`;
}

function factsOfRows(rows: readonly Row[]): Facts {
  return {
    mode: rows[0]?.mode ?? "enforce",
    app: rows[0]?.app ?? null,
    workspaces: rows.flatMap(({ workspace }) => (workspace ? [workspace] : [])),
  };
}
