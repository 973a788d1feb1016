import { Prisma, type TenantTransaction } from "@/lib/db";
import { tokensHeldUntil } from "@/lib/oidc-payloads/held-token-store";
import type { Session } from "@/lib/sessions/session";
import { isLive, isOpen, sessionColumns } from "@/lib/sessions/session-store";

/** Whose sessions are meant, and as seen from which app; null is the user's own view of all of them. */
export interface AccountOwner {
  userId: string;
  appId: string | null;
}

/** A session as its user is shown it. */
export interface AccountSession extends Session {
  clientName: string | null;
  live: boolean;
  /** Until when relying parties may go on with tokens of a session that is not live any more. */
  tokensUntil: Date | null;
}

/** Whether the user and the app are both in the environment, and the user was not deleted. */
export async function pairExists(
  { sql, environmentId }: TenantTransaction,
  { userId, appId }: AccountOwner,
): Promise<boolean> {
  const rows = await sql.$queryRaw<{ found: boolean }[]>`
    SELECT EXISTS (SELECT FROM users WHERE id = ${userId}::uuid AND environment_id = ${environmentId}::uuid
                   AND deleted_at IS NULL)
       AND (${appId}::uuid IS NULL
            OR EXISTS (SELECT FROM apps WHERE id = ${appId}::uuid AND environment_id = ${environmentId}::uuid)) AS found`;
  return rows[0]?.found ?? false;
}

/** The open sessions of a user that belong to the app, the one used last first: live ones, and those that ended
 *  by themselves while relying parties go on with tokens of them. */
export function listAccountSessions(
  transaction: TenantTransaction,
  owner: AccountOwner,
  at: Date,
): Promise<AccountSession[]> {
  return accountSessions(transaction, owner, at, isOpen(transaction, at));
}

/** The session behind an account-session handle, live or not, if it belongs to the user and the app. */
export async function findAccountSession(
  transaction: TenantTransaction,
  owner: AccountOwner,
  accountSessionId: string,
  at: Date,
): Promise<AccountSession | null> {
  const which = Prisma.sql`s.account_session_id = ${accountSessionId}::uuid`;
  return (await accountSessions(transaction, owner, at, which))[0] ?? null;
}

function accountSessions(
  transaction: TenantTransaction,
  { userId, appId }: AccountOwner,
  at: Date,
  which: Prisma.Sql,
): Promise<AccountSession[]> {
  return transaction.sql.$queryRaw<AccountSession[]>`
    SELECT ${sessionColumns}, (${isLive(transaction, at)}) AS live, COALESCE(a.name, party.name) AS "clientName",
           CASE WHEN NOT (${isLive(transaction, at)}) THEN ${tokensHeldUntil(at)} END AS "tokensUntil"
    FROM sessions s
    LEFT JOIN apps a ON a.id = s.app_id
    LEFT JOIN LATERAL (
      SELECT c.name FROM session_clients sc JOIN oidc_clients c ON c.id = sc.oidc_client_id
      WHERE sc.session_id = s.id ORDER BY (c.app_id = ${appId}::uuid) DESC NULLS LAST, sc.created_at LIMIT 1) party ON true
    WHERE s.user_id = ${userId}::uuid AND s.environment_id = ${transaction.environmentId}::uuid
      AND ${belongsTo(appId)} AND ${which}
    ORDER BY s.last_active_at DESC, s.id DESC`;
}

/** A direct session belongs to the app it is bound to, a hosted one to every app whose client took part; one
 *  bound to none counts for every app (contract, Account security). */
function belongsTo(appId: string | null): Prisma.Sql {
  if (appId === null) return Prisma.sql`true`;
  return Prisma.sql`CASE WHEN s.kind = 'direct' THEN s.app_id IS NULL OR s.app_id = ${appId}::uuid
    ELSE COALESCE((SELECT bool_or(c.app_id = ${appId}::uuid) FROM session_clients sc
      JOIN oidc_clients c ON c.id = sc.oidc_client_id
      WHERE sc.session_id = s.id AND c.app_id IS NOT NULL), true) END`;
}

/** Whether a device, trusted or not any more, is this user's. */
export async function ownsTrustedDevice(
  { sql, environmentId }: TenantTransaction,
  userId: string,
  deviceId: string,
): Promise<boolean> {
  return (await sql.trustedDevice.count({ where: { id: deviceId, userId, environmentId } })) > 0;
}
