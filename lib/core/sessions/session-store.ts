import { forgetHostedSession, hostedRef } from "@/lib/core/oidc-payloads/hosted-session-ids";
import type { SecurityPolicy } from "@/lib/core/security-policy/security-policy";
import { readSecurityPolicy } from "@/lib/core/security-policy/security-policy-store";
import type { Session, SessionFacts, SessionKind } from "@/lib/core/sessions/session";
import { maySignIn } from "@/lib/core/users/may-sign-in";
import type { TenantScope } from "@/lib/kernel/caller";
import { inBatch } from "@/lib/kernel/db/batch";
import { batchedRead } from "@/lib/kernel/db/batch-loader";
import {
  join,
  type Queryable,
  read,
  type Sql,
  type Statement,
  sql,
} from "@/lib/kernel/db/queryable";

interface Row extends Session {
  email: string;
  displayName: string | null;
  emailVerified: boolean;
  userStatus: "active" | "suspended";
  userDeletedAt: Date | null;
  tenantActive: boolean;
}

/** @param which a condition on the session, whose alias is `s` */
function sessionsWhere({ environmentId }: TenantScope, which: Sql): Statement<Row> {
  return read<Row>`
    SELECT s.id, s.user_id, s.kind, s.account_session_id, s.app_id, s.oidc_session_uid, s.trusted_device_id, s.auth_time,
      s.amr, s.step_up_at, s.step_up_amr, s.last_active_at, s.created_at, s.ip_address, s.user_agent, s.device_name,
      s.platform, s.revoked_at, s.revoked_reason, s.expired_at,
      u.email, u.display_name, u.email_verified_at IS NOT NULL AS email_verified, u.status AS user_status,
      u.deleted_at AS user_deleted_at, t.status = 'active' AS tenant_active
    FROM sessions s
    JOIN users u ON u.id = s.user_id
    JOIN tenants t ON t.id = s.tenant_id
    WHERE s.environment_id = ${environmentId}::uuid AND ${which}`;
}

function factsOf(row: Row, policy: SecurityPolicy): SessionFacts {
  const { userId, email, displayName, emailVerified, userStatus, userDeletedAt, tenantActive } =
    row;
  const active = maySignIn({ status: userStatus, deletedAt: userDeletedAt });
  return {
    // No caller writes a session back as a whole, so further columns of the row may stay in it: copying it is
    // expensive.
    session: row,
    user: { id: userId, email, displayName, emailVerified, active },
    tenantActive,
    policy,
  };
}

/** Reads sessions with their users and the policy in force, which is the tenant's and so is read once. */
async function readFacts(db: Queryable, which: Sql): Promise<SessionFacts[]> {
  const [rows, policy] = await Promise.all([
    db.query(sessionsWhere(db, which)),
    readSecurityPolicy(db),
  ]);
  return rows.map((row) => factsOf(row, policy));
}

/** Returns the session with this id; null when there is none. `sessionEnd` decides whether it may be used.
 *  @param kind direct and hosted sessions are used through different routes */
export async function readSession(
  db: Queryable,
  id: string,
  kind: SessionKind = "direct",
): Promise<SessionFacts | null> {
  const which = sql`s.id = ${id}::uuid AND s.kind = ${kind}::session_kind`;
  const [facts] = await readFacts(db, which);
  return facts ?? null;
}

/** Maximum of ids that a statement names one by one. */
const MOST_NAMED = 64;

/** Condition for a session, whose alias is `s`, with one of these ids. Each id is a parameter of its own:
 *  PostgreSQL then opens only the partitions of those ids, and would open all of them for an array. Their
 *  number is padded to a power of two by repeating the last one, so that there are few such statements to
 *  prepare. */
export function oneOf(ids: readonly string[]): Sql {
  const last = ids.at(-1);
  if (last === undefined || ids.length > MOST_NAMED) return sql`s.id = ANY(${[...ids]}::uuid[])`;
  if (ids.length === 1) return sql`s.id = ${last}::uuid`;
  const named = [...ids];
  while (Math.log2(named.length) % 1 > 0) named.push(last);
  return sql`s.id IN (${join(named.map((id) => sql`${id}::uuid`))})`;
}

/** Returns the direct sessions with these ids, by id; an unknown id has no entry. */
export async function readDirectSessions(
  db: Queryable,
  ids: readonly string[],
): Promise<Map<string, SessionFacts>> {
  const which = sql`${oneOf(ids)} AND s.kind = 'direct'`;
  const found = await readFacts(db, which);
  return new Map(found.map((facts) => [facts.session.id, facts]));
}

/** Returns the direct session with this id, for requests that read nothing else: one statement reads those
 *  of parallel requests. */
export const loadSession = batchedRead((scope, ids) =>
  inBatch(scope, (db) => readDirectSessions(db, ids)),
);

/** Returns the hosted session of a provider session. When the id in the reference is outdated, it
 *  is looked up by its uid. */
export async function findHostedSession(db: Queryable, uid: string): Promise<SessionFacts | null> {
  const { id } = hostedRef(uid);
  const byUid = sql`s.oidc_session_uid = ${uid}`;
  if (id !== undefined) {
    const [facts] = await readFacts(db, sql`${byUid} AND s.id = ${id}::uuid`);
    if (facts) return facts;
    forgetHostedSession(uid);
  }
  const [facts] = await readFacts(db, byUid);
  return facts ?? null;
}

/** Returns the hosted session in which a relying party's tokens carry this `sid`. */
export function findHostedSessionBySid(
  db: Queryable,
  sid: string,
): Promise<Pick<Session, "id" | "userId" | "authTime" | "revokedAt" | "expiredAt"> | null> {
  return db.first(read<Pick<Session, "id" | "userId" | "authTime" | "revokedAt" | "expiredAt">>`
    SELECT s.id, s.user_id, s.auth_time, s.revoked_at, s.expired_at FROM sessions s
    WHERE s.environment_id = ${db.environmentId}::uuid AND s.kind = 'hosted' AND EXISTS (
      SELECT FROM session_clients c WHERE c.session_id = s.id AND c.sid = ${sid})
    LIMIT 1`);
}
