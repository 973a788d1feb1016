import type { Session } from "@/lib/core/sessions/session";
import { empty, lock, type Queryable, read, type Sql, sql } from "@/lib/kernel/db/queryable";

// A session is open while there is something of it to be ended: it is live, or it expired while relying
// parties hold a code or tokens issued from it. They outlive the browser's sign-in: a refresh token is valid
// for thirty days, regardless of the session's expiry.

/** User and app whose sessions are meant; a null app is the user's own view of all of them. */
export interface AccountOwner {
  userId: string;
  appId: string | null;
}

/** A session as its user sees it. */
export type AccountSession = Pick<
  Session,
  | "id"
  | "kind"
  | "accountSessionId"
  | "trustedDeviceId"
  | "authTime"
  | "amr"
  | "lastActiveAt"
  | "createdAt"
  | "ipAddress"
  | "userAgent"
  | "deviceName"
  | "platform"
> & {
  /** The app or the relying party it was used with. */
  clientName: string | null;
  live: boolean;
  /** Until when relying parties may use tokens of a session that is no longer live. */
  tokensUntil: Date | null;
};

/** The sessions of a user to end; all of them, unless narrowed. */
export interface WhichSessions {
  userId: string;
  sessionIds?: string[];
  /** Id of one that stays. */
  except?: string;
}

/** A session that was ended just now. */
export type EndedSession = Pick<Session, "id" | "kind" | "oidcSessionUid" | "accountSessionId">;

/** Condition of `sessionEnd` in SQL for a session with the alias `s`: neither ended nor past its absolute
 *  end by the policy in force. */
const isLive = ({ tenantId }: Queryable, at: Date): Sql => sql`
  s.revoked_at IS NULL AND s.expired_at IS NULL
  AND s.auth_time > ${at}::timestamptz - make_interval(mins => COALESCE(
    (SELECT absolute_timeout_minutes FROM tenant_security_policies WHERE tenant_id = ${tenantId}::uuid),
    (SELECT absolute_timeout_minutes FROM platform_security_defaults)))`;

// A row of a used refresh token stands for its family: all rows of one are deleted together, and between the
// use of a token and the storing of its successor the used one is the only row.
const heldTokens = (at: Date): Sql => sql`
  FROM oidc_payloads held
  WHERE held.tenant_id = s.tenant_id AND held.environment_id = s.environment_id AND held.uid = s.oidc_session_uid
    AND held.model IN ('AuthorizationCode', 'AccessToken', 'RefreshToken') AND held.expires_at > ${at}::timestamptz`;

const isOpen = (db: Queryable, at: Date): Sql => sql`
  s.revoked_at IS NULL AND ((${isLive(db, at)}) OR EXISTS (SELECT ${heldTokens(at)}))`;

/** Lists the open sessions of a user that belong to the app, the most recently used first. */
export function listAccountSessions(
  db: Queryable,
  owner: AccountOwner,
  at: Date,
): Promise<AccountSession[]> {
  return accountSessions(db, owner, at, isOpen(db, at));
}

/** Returns the session of an account-session handle, live or not, if it belongs to the user and the app. */
export async function findAccountSession(
  db: Queryable,
  owner: AccountOwner,
  accountSessionId: string,
  at: Date,
): Promise<AccountSession | null> {
  const which = sql`s.account_session_id = ${accountSessionId}::uuid`;
  return (await accountSessions(db, owner, at, which))[0] ?? null;
}

function accountSessions(
  db: Queryable,
  { userId, appId }: AccountOwner,
  at: Date,
  which: Sql,
): Promise<AccountSession[]> {
  return db.query(read<AccountSession>`
    SELECT s.id, s.kind, s.account_session_id, s.trusted_device_id, s.auth_time, s.amr, s.last_active_at, s.created_at, s.ip_address,
      s.user_agent, s.device_name, s.platform, (${isLive(db, at)}) AS live, COALESCE(a.name, party.name) AS client_name,
      CASE WHEN NOT (${isLive(db, at)}) THEN (SELECT max(held.expires_at) ${heldTokens(at)}) END AS tokens_until
    FROM sessions s
    LEFT JOIN apps a ON a.id = s.app_id
    LEFT JOIN LATERAL (
      SELECT c.name FROM session_clients sc JOIN oidc_clients c ON c.id = sc.oidc_client_id
      WHERE sc.session_id = s.id ORDER BY (c.app_id = ${appId}::uuid) DESC NULLS LAST, sc.created_at LIMIT 1) party ON true
    WHERE s.user_id = ${userId}::uuid AND s.environment_id = ${db.environmentId}::uuid
      AND ${belongsTo(appId)} AND ${which}
    ORDER BY s.last_active_at DESC, s.id DESC`);
}

/** Condition for a session of an app. A direct session belongs to the app it is bound to, a hosted one to
 *  every app whose client took part; one bound to none counts for every app (contract, Account security). */
function belongsTo(appId: string | null): Sql {
  if (appId === null) return sql`true`;
  return sql`CASE WHEN s.kind = 'direct' THEN s.app_id IS NULL OR s.app_id = ${appId}::uuid
    ELSE COALESCE((SELECT bool_or(c.app_id = ${appId}::uuid) FROM session_clients sc
      JOIN oidc_clients c ON c.id = sc.oidc_client_id
      WHERE sc.session_id = s.id AND c.app_id IS NOT NULL), true) END`;
}

/** Marks open sessions as revoked and returns those that this call ended: of parallel calls one ends each
 *  session. Rows are locked in the order of their ids, as everywhere. A session past its absolute end
 *  keeps its expiry; a refresh in progress checks the mark, so that it leaves no token behind. */
export function revokeSessions(
  db: Queryable,
  { userId, sessionIds, except }: WhichSessions,
  { reason, at }: { reason: string; at: Date },
): Promise<EndedSession[]> {
  const only = sessionIds ? sql`AND s.id = ANY(${sessionIds}::uuid[])` : empty;
  const but = except ? sql`AND s.id <> ${except}::uuid` : empty;
  return db.query(lock<EndedSession>`
    WITH held AS (
      SELECT s.id FROM sessions s
      WHERE s.user_id = ${userId}::uuid AND s.environment_id = ${db.environmentId}::uuid
        AND ${isOpen(db, at)} ${only} ${but}
      ORDER BY s.id FOR UPDATE)
    UPDATE sessions s SET revoked_at = ${at}::timestamptz, revoked_reason = ${reason}
    FROM held WHERE s.id = held.id
    RETURNING s.id, s.kind, s.oidc_session_uid, s.account_session_id`);
}
