import type { TenantScope } from "@/lib/caller";
import { atOnce, type PreparedSql, Prisma, runIn, type TenantTransaction } from "@/lib/db";
import { readTogether } from "@/lib/db-together";
import { holdsTokens } from "@/lib/oidc-payloads/held-token-store";
import type { Session, SessionFacts, SessionKind } from "@/lib/sessions/session";
import { type PolicyOverrides, platformPolicy, resolvePolicy } from "@/lib/tenants/security-policy";
import { defaultAbsoluteMinutes, policyJson } from "@/lib/tenants/security-policy-store";

/** The columns of a session under the names of `Session`; the table goes by `s`. */
export const sessionColumns = Prisma.sql`
  s.id, s.user_id AS "userId", s.kind::text AS kind, s.account_session_id AS "accountSessionId", s.app_id AS "appId",
  s.oidc_session_uid AS "oidcSessionUid", s.trusted_device_id AS "trustedDeviceId", s.auth_time AS "authTime", s.amr,
  s.step_up_at AS "stepUpAt", s.step_up_amr AS "stepUpAmr", s.last_active_at AS "lastActiveAt",
  s.created_at AS "createdAt", s.ip_address AS "ipAddress", s.user_agent AS "userAgent",
  s.device_name AS "deviceName", s.platform, s.revoked_at AS "revokedAt", s.revoked_reason AS "revokedReason",
  s.expired_at AS "expiredAt"`;

/** That a session, which goes by `s`, was not ended and is not past its absolute end. */
export function isLive({ tenantId }: TenantTransaction, at: Date): Prisma.Sql {
  return Prisma.sql`s.revoked_at IS NULL AND s.expired_at IS NULL
    AND s.auth_time > ${at}::timestamptz - make_interval(mins => COALESCE(
      (SELECT absolute_timeout_minutes FROM tenant_security_policies WHERE tenant_id = ${tenantId}::uuid),
      ${defaultAbsoluteMinutes}))`;
}

/** That there is something of a session, which goes by `s`, to be ended: it is live, or it ended by itself and
 *  relying parties go on with tokens that came out of it. */
export function isOpen(transaction: TenantTransaction, at: Date): Prisma.Sql {
  return Prisma.sql`s.revoked_at IS NULL AND ((${isLive(transaction, at)}) OR ${holdsTokens(at)})`;
}

/** What facts are made of; `factsJoins` brings the tables besides the session's. */
export const factsColumns = Prisma.sql`${sessionColumns}, u.email, u.display_name AS "displayName",
  (u.email_verified_at IS NOT NULL) AS "emailVerified",
  (u.status = 'active' AND u.deleted_at IS NULL) AS "userActive", (t.status = 'active') AS "tenantActive",
  CASE WHEN p.tenant_id IS NOT NULL THEN ${policyJson("p")} END AS overrides, ${policyJson("d")} AS defaults`;

export const factsJoins = Prisma.sql`
  JOIN users u ON u.id = s.user_id
  JOIN tenants t ON t.id = s.tenant_id
  CROSS JOIN platform_security_defaults d
  LEFT JOIN tenant_security_policies p ON p.tenant_id = s.tenant_id`;

export interface FactsRow extends Session {
  email: string;
  displayName: string | null;
  emailVerified: boolean;
  userActive: boolean;
  tenantActive: boolean;
  overrides: PolicyOverrides | null;
  defaults: PolicyOverrides;
}

/** Sessions of the environment, each with its user, its tenant and the policy in force, in one statement. */
export function sessionFacts(
  { environmentId }: Pick<TenantScope, "environmentId">,
  ids: readonly string[],
  kind: SessionKind,
): PreparedSql<FactsRow> {
  const sql = Prisma.sql`
    SELECT ${factsColumns} FROM sessions s ${factsJoins}
    WHERE s.id = ANY(${[...ids]}::uuid[]) AND s.environment_id = ${environmentId}::uuid AND s.kind = ${kind}::session_kind`;
  return { name: "session-facts", sql };
}

/** What such a row says; null for none. */
export function factsOf(row: FactsRow | undefined): SessionFacts | null {
  return row ? factsFrom(row) : null;
}

function factsFrom(row: FactsRow): SessionFacts {
  const {
    email,
    displayName,
    emailVerified,
    userActive,
    tenantActive,
    overrides,
    defaults,
    ...session
  } = row;
  return {
    session,
    user: { id: session.userId, email, displayName, emailVerified, active: userActive },
    tenantActive,
    policy: resolvePolicy(overrides, resolvePolicy(defaults, platformPolicy)),
  };
}

/** The session with this id; null when it names none. Whether it may be used is `sessionEnd`'s to say.
 *  @param kind direct and hosted sessions are used through different doors */
export async function readSession(
  transaction: TenantTransaction,
  id: string,
  kind: SessionKind = "direct",
): Promise<SessionFacts | null> {
  const [row] = await runIn(transaction, sessionFacts(transaction, [id], kind));
  return factsOf(row);
}

/** The same for a direct session, for requests that read nothing else: together with those of other requests. */
export const readSessionAtOnce = readTogether(async (scope, ids) => {
  const [rows] = await atOnce(scope, [sessionFacts(scope, ids, "direct")]);
  return factsById(rows);
});

/** What rows of sessions say, by session. */
export function factsById(rows: readonly FactsRow[]): Map<string, SessionFacts> {
  return new Map(rows.map((row) => [row.id, factsFrom(row)]));
}

/** What a new session is stored with. */
export type NewSession = Pick<
  Session,
  | "userId"
  | "kind"
  | "appId"
  | "oidcSessionUid"
  | "trustedDeviceId"
  | "authTime"
  | "amr"
  | "ipAddress"
  | "userAgent"
  | "deviceName"
  | "platform"
> & { at: Date };

/** Stores a new session. */
export async function insertSession(
  { sql, tenantId, environmentId }: TenantTransaction,
  { at, ...wanted }: NewSession,
): Promise<Session> {
  return sql.session.create({
    data: { ...wanted, tenantId, environmentId, createdAt: at, lastActiveAt: at },
    omit: { tenantId: true, environmentId: true },
  });
}

/** Notes a sign-in of a user who may sign in, and holds the user's row: a suspension that runs at the same
 *  time either ends the session that follows or is seen here.
 *  @returns whether the user may */
export async function noteSignIn(
  { sql, environmentId }: TenantTransaction,
  userId: string,
  at: Date,
): Promise<boolean> {
  const count = await sql.$executeRaw`
    UPDATE users SET last_sign_in_at = ${at}
    WHERE id = ${userId}::uuid AND environment_id = ${environmentId}::uuid
      AND status = 'active' AND deleted_at IS NULL`;
  return count === 1;
}

/** The hosted session in which a relying party's tokens carry this `sid`. */
export async function findHostedSessionBySid(
  { sql, environmentId }: TenantTransaction,
  sid: string,
): Promise<Pick<Session, "id" | "userId" | "authTime" | "revokedAt" | "expiredAt"> | null> {
  return sql.session.findFirst({
    where: { environmentId, kind: "hosted", clients: { some: { sid } } },
    select: { id: true, userId: true, authTime: true, revokedAt: true, expiredAt: true },
  });
}
