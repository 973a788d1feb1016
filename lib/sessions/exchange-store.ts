import { appendingEvent } from "@/lib/audit/audit-event-store";
import type { RequestContext, TenantScope } from "@/lib/caller";
import { atOnce, type PreparedSql, Prisma } from "@/lib/db";
import { consumingOneTimeSecret, holdingOwner } from "@/lib/one-time/one-time-store";
import type { SessionFacts } from "@/lib/sessions/session";
import { type FactsRow, factsColumns, factsJoins, factsOf } from "@/lib/sessions/session-store";
import { describeAgent } from "@/lib/trusted-devices/describe-agent";

/** What led to a sign-in, when it was a link and not a login. */
export type GrantKind = "invitation" | "password_reset" | null;

interface Row extends FactsRow {
  grantKind: GrantKind;
}

/** Spends a grant and begins its session, with the note of the sign-in at the user and the event, in one statement:
 *  of parallel attempts one finds the grant unspent. The user's row is held first, as by everybody who ends what is a
 *  user's: a suspension that runs at the same time either ends the session that begins or is seen here.
 *  @param appId binds the session to that app; one that is not of the environment leaves the grant unspent
 *  @returns null when no session began */
export async function beginSessionByGrant(
  scope: TenantScope,
  grant: { secretHash: Buffer<ArrayBuffer>; appId: string | null },
  context: RequestContext,
  at: Date,
): Promise<{ facts: SessionFacts; kind: GrantKind } | null> {
  const { environmentId } = scope;
  const sql = Prisma.sql`
    WITH held AS (${holdingOwner(scope, grant.secretHash)}),
    consumed AS (
      ${consumingOneTimeSecret(scope, ["grant"], grant.secretHash, at)}
        AND (${grant.appId}::uuid IS NULL OR EXISTS (
          SELECT FROM apps WHERE id = ${grant.appId}::uuid AND environment_id = ${environmentId}::uuid))
      RETURNING user_id, payload),
    signed_in AS (
      UPDATE users SET last_sign_in_at = ${at}::timestamptz FROM consumed
      WHERE users.id = consumed.user_id AND environment_id = ${environmentId}::uuid
        AND status = 'active' AND deleted_at IS NULL
      RETURNING users.id, consumed.payload),
    begun AS (${addingSession(scope, grant.appId, context, at)} RETURNING *),
    recorded AS (${recordingSession(scope, context, at)})
    SELECT ${factsColumns}, i.payload->>'kind' AS "grantKind"
    FROM begun s CROSS JOIN signed_in i ${factsJoins}`;
  const statement: PreparedSql<Row> = { name: "begin-session-by-grant", sql };
  const [[found]] = await atOnce(scope, [statement], { mayWait: true });
  if (!found) return null;
  const { grantKind, ...row } = found;
  const facts = factsOf(row);
  return facts && { facts, kind: grantKind };
}

/** What the login left in its grant, from `signed_in` (lib/login/finish-login.ts writes it). */
function addingSession(
  { tenantId, environmentId }: TenantScope,
  appId: string | null,
  { ipAddress, userAgent }: RequestContext,
  at: Date,
): Prisma.Sql {
  const agent = describeAgent(userAgent);
  return Prisma.sql`
    INSERT INTO sessions (tenant_id, environment_id, user_id, kind, app_id, trusted_device_id, auth_time, amr,
      step_up_amr, last_active_at, created_at, ip_address, user_agent, device_name, platform)
    SELECT ${tenantId}::uuid, ${environmentId}::uuid, id, 'direct', ${appId}::uuid,
      (payload->>'trustedDeviceId')::uuid, (payload->>'authTime')::timestamptz,
      ARRAY(SELECT jsonb_array_elements_text(payload->'amr')), '{}', ${at}::timestamptz, ${at}::timestamptz,
      ${ipAddress}::text, ${userAgent}::text, ${agent.name}::text, ${agent.platform}::text
    FROM signed_in`;
}

/** The event that `createSession` records, told by the new row. */
function recordingSession(scope: TenantScope, context: RequestContext, at: Date): Prisma.Sql {
  const entry = {
    kind: "session.created" as const,
    context,
    actor: Prisma.sql`jsonb_build_object('type', 'user', 'id', user_id)`,
    targets: Prisma.sql`jsonb_build_array(jsonb_build_object('type', 'session', 'id', id),
      jsonb_build_object('type', 'user', 'id', user_id))`,
    metadata: Prisma.sql`jsonb_build_object('kind', kind, 'amr', amr, 'app_id', app_id)`,
    at,
  };
  return appendingEvent(scope, entry, Prisma.sql`FROM begun`);
}
