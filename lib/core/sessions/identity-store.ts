import type { SessionFacts } from "@/lib/core/sessions/session";
import { oneOf, readDirectSessions } from "@/lib/core/sessions/session-store";
import { inBatch } from "@/lib/kernel/db/batch";
import { batchedRead } from "@/lib/kernel/db/batch-loader";
import { type Queryable, read } from "@/lib/kernel/db/queryable";

/** A user's membership in one organization, as the product receives it. */
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

/** Reads a direct session and every membership of its user in the environment: one message reads those of
 *  parallel requests. */
export const loadSessionAndMemberships = batchedRead<SessionAndMemberships>(async (scope, ids) => {
  const [sessions, memberships] = await inBatch(scope, (db) =>
    Promise.all([readDirectSessions(db, ids), readMemberships(db, ids)]),
  );
  const bySession = Map.groupBy(memberships, ({ sessionId }) => sessionId);
  return new Map(
    Array.from(sessions, ([id, facts]) => [
      id,
      { facts, memberships: (bySession.get(id) ?? []).map(({ sessionId, ...rest }) => rest) },
    ]),
  );
});

interface SessionAndMemberships {
  facts: SessionFacts;
  memberships: IdentityMembership[];
}

/** Reads every membership of the sessions' users, in any state. The package is the organization's own or,
 *  if it has none, the environment's default. */
function readMemberships(
  db: Queryable,
  sessionIds: readonly string[],
): Promise<(IdentityMembership & { sessionId: string })[]> {
  return db.query(read<IdentityMembership & { sessionId: string }>`
    SELECT s.id AS session_id, of_user.*
    FROM sessions s
    CROSS JOIN LATERAL (
      SELECT m.status,
        json_build_object('id', o.id, 'name', o.name, 'slug', o.slug, 'status', w.status,
          'organizationType', ot.key) AS organization,
        CASE WHEN r.id IS NOT NULL THEN json_build_object('id', r.id, 'key', r.key, 'name', r.name) END AS role,
        CASE WHEN k.id IS NOT NULL THEN json_build_object('id', k.id, 'key', k.key, 'status', k.status) END AS package,
        ARRAY(SELECT ra.app_id::text FROM role_apps ra WHERE ra.role_id = r.id ORDER BY ra.app_id) AS app_ids
      FROM memberships m
      JOIN workspaces w ON w.environment_id = m.environment_id AND w.organization_id = m.organization_id
      JOIN organizations o ON o.id = m.organization_id
      LEFT JOIN organization_types ot ON ot.id = w.organization_type_id
      LEFT JOIN roles r ON r.id = m.role_id
      LEFT JOIN entitlement_policies p ON p.environment_id = m.environment_id
      LEFT JOIN packages k ON k.id = COALESCE(w.package_id, p.default_package_id)
      WHERE m.user_id = s.user_id AND m.environment_id = s.environment_id
      ORDER BY o.name, o.id
      -- Each session's user by itself: joined freely, the planner may begin with all of the environment's workspaces.
      OFFSET 0) of_user
    WHERE ${oneOf(sessionIds)} AND s.environment_id = ${db.environmentId}::uuid`);
}
