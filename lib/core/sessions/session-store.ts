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

/** @param which a condition on the session, which goes by `s` */
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
    // Nobody writes a session down as a whole, so what the row holds beside may stay there: copying it is dear.
    session: row,
    user: { id: userId, email, displayName, emailVerified, active },
    tenantActive,
    policy,
  };
}

/** Sessions with their users and the policy in force, which is the tenant's and so is read once. */
async function readFacts(db: Queryable, which: Sql): Promise<SessionFacts[]> {
  const [rows, policy] = await Promise.all([
    db.query(sessionsWhere(db, which)),
    readSecurityPolicy(db),
  ]);
  return rows.map((row) => factsOf(row, policy));
}

/** The session with this id; null when it names none. Whether it may be used is `sessionEnd`'s to say.
 *  @param kind direct and hosted sessions are used through different doors */
export async function readSession(
  db: Queryable,
  id: string,
  kind: SessionKind = "direct",
): Promise<SessionFacts | null> {
  const which = sql`s.id = ${id}::uuid AND s.kind = ${kind}::session_kind`;
  const [facts] = await readFacts(db, which);
  return facts ?? null;
}

/** Most ids that a statement names one by one. */
const MOST_NAMED = 64;

/** That a session, which goes by `s`, has one of these ids. Each id is a parameter of its own: PostgreSQL then opens the partitions
 *  that the ids are of, and would open all of them for an array. Their number is a power of two, by naming the last one again, so
 *  that there are few such statements to prepare. */
export function oneOf(ids: readonly string[]): Sql {
  const last = ids.at(-1);
  if (last === undefined || ids.length > MOST_NAMED) return sql`s.id = ANY(${[...ids]}::uuid[])`;
  if (ids.length === 1) return sql`s.id = ${last}::uuid`;
  const named = [...ids];
  while (Math.log2(named.length) % 1 > 0) named.push(last);
  return sql`s.id IN (${join(named.map((id) => sql`${id}::uuid`))})`;
}

/** The direct sessions with these ids, by id; an id that names none has no entry. */
export async function readDirectSessions(
  db: Queryable,
  ids: readonly string[],
): Promise<Map<string, SessionFacts>> {
  const which = sql`${oneOf(ids)} AND s.kind = 'direct'`;
  const found = await readFacts(db, which);
  return new Map(found.map((facts) => [facts.session.id, facts]));
}

/** The direct session with this id, for requests that read nothing else: one statement reads those that several
 *  requests ask for at once. */
export const loadSession = batchedRead((scope, ids) =>
  inBatch(scope, (db) => readDirectSessions(db, ids)),
);

/** The hosted session behind a session of the provider. One whose id was known wrongly is looked for by its uid. */
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

/** The hosted session in which a relying party's tokens carry this `sid`. */
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
