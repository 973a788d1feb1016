import { eventRow } from "@/lib/core/audit/audit-event-store";
import type { NewSession } from "@/lib/core/sessions/new-session-store";
import type { RequestContext } from "@/lib/kernel/caller";
import { lock, type Queryable } from "@/lib/kernel/db/queryable";

// One statement over three tables of other folders, for speed: as a transaction of the folders' own functions
// an exchange waits for the database three times and is planned anew each time, which costs PostgreSQL twice
// as much. It serves the requirement that a login costs at most 1.2 times its password's hash (bench/limits,
// "login"). A test compares its rows with those of the functions it replaces: `consumeOneTimeSecret` and
// `createSession`.

/** Kind of the link that led to a sign-in; null for a login without a link. */
export type GrantKind = "invitation" | "password_reset" | null;

/** Fields of the new session that the grant does not contain. */
type SessionStart = Pick<
  NewSession,
  "id" | "appId" | "ipAddress" | "userAgent" | "deviceName" | "platform" | "at"
>;

/** Spends a grant and starts its session, with the record of the sign-in in the user's row and the event:
 *  of parallel attempts one finds the grant unspent. Locks the grant's user first, as every transaction
 *  that ends a user's access does: a parallel suspension either ends the session or is seen here. The
 *  grant of a user who may not sign in is spent, and no session starts; one that is exchanged for an app
 *  that is not of the environment is not spent.
 *  @returns the kind of link that led to the sign-in; undefined when no session started */
export async function beginSessionByGrant(
  db: Queryable,
  secretHash: Buffer<ArrayBuffer>,
  context: RequestContext,
  session: SessionStart,
): Promise<GrantKind | undefined> {
  const { id, appId, at } = session;
  const event = eventRow({
    kind: "session.created",
    actor: { type: "user", id: "" },
    context,
    targets: [{ type: "session", id }],
    metadata: { kind: "direct", app_id: appId },
    at,
  });
  const started = await db.first(lock<{ kind: GrantKind }>`
    WITH held AS (
      SELECT id FROM users
      WHERE environment_id = ${db.environmentId}::uuid AND id = (
        SELECT user_id FROM one_time_secrets
        WHERE secret_hash = ${secretHash}::bytea AND environment_id = ${db.environmentId}::uuid)
      FOR UPDATE),
    spent AS (
      UPDATE one_time_secrets SET consumed_at = ${at}::timestamptz
      WHERE EXISTS (SELECT FROM held) AND secret_hash = ${secretHash}::bytea
        AND environment_id = ${db.environmentId}::uuid AND purpose = 'grant' AND consumed_at IS NULL
        AND withdrawn_at IS NULL AND expires_at > ${at}::timestamptz
        AND (${appId}::uuid IS NULL OR EXISTS (
          SELECT FROM apps WHERE id = ${appId}::uuid AND environment_id = ${db.environmentId}::uuid))
      RETURNING user_id, payload),
    signed_in AS (
      UPDATE users SET last_sign_in_at = ${at}::timestamptz FROM spent
      WHERE users.id = spent.user_id AND environment_id = ${db.environmentId}::uuid AND status = 'active' AND deleted_at IS NULL
      RETURNING users.id AS user_id, payload),
    begun AS (
      INSERT INTO sessions (id, tenant_id, environment_id, user_id, kind, app_id, trusted_device_id, auth_time, amr,
        last_active_at, created_at, ip_address, user_agent, device_name, platform)
      SELECT ${id}::uuid, ${db.tenantId}::uuid, ${db.environmentId}::uuid, user_id, 'direct', ${appId}::uuid,
        (payload->>'trustedDeviceId')::uuid, (payload->>'authTime')::timestamptz,
        ARRAY(SELECT jsonb_array_elements_text(payload->'amr')), ${at}::timestamptz, ${at}::timestamptz,
        ${session.ipAddress}, ${session.userAgent}, ${session.deviceName}, ${session.platform}
      FROM signed_in),
    recorded AS (
      INSERT INTO audit_events (tenant_id, environment_id, kind, actor, targets, context, metadata, occurred_at)
      SELECT ${db.tenantId}::uuid, ${db.environmentId}::uuid, ${event.kind},
        ${JSON.stringify(event.actor)}::jsonb || jsonb_build_object('id', user_id),
        ${JSON.stringify(event.targets)}::jsonb || jsonb_build_object('type', 'user', 'id', user_id),
        ${JSON.stringify(event.context)}::jsonb,
        ${JSON.stringify(event.metadata)}::jsonb || jsonb_build_object('amr', payload->'amr'),
        ${event.occurred_at}::timestamptz
      FROM signed_in)
    SELECT payload->>'kind' AS kind FROM signed_in`);
  return started?.kind;
}
