import type { TenantTransaction } from "@/lib/db";

/** The stored last activity is written at most once in this time (contract, Activity token). */
export const ACTIVITY_WRITE_SECONDS = 60;

/** Moves the stored last activity on: never back, and at most once in ACTIVITY_WRITE_SECONDS, so that busy
 *  sessions cost no write a request. */
export async function noteActivity(
  { sql, environmentId }: TenantTransaction,
  id: string,
  at: Date,
): Promise<void> {
  const due = new Date(at.getTime() - ACTIVITY_WRITE_SECONDS * 1000);
  await sql.$executeRaw`
    UPDATE sessions SET last_active_at = ${at}
    WHERE id = ${id}::uuid AND environment_id = ${environmentId}::uuid
      AND revoked_at IS NULL AND last_active_at <= ${due}`;
}

/** Binds a session to its first app; of parallel attempts one binds it.
 *  @returns the app it is bound to now */
export async function bindToApp(
  { sql, environmentId }: TenantTransaction,
  id: string,
  appId: string,
): Promise<{ appId: string; isNew: boolean }> {
  const where = { id, environmentId };
  const { count } = await sql.session.updateMany({
    where: { ...where, appId: null },
    data: { appId },
  });
  if (count === 1) return { appId, isNew: true };
  const bound = await sql.session.findFirst({ where, select: { appId: true } });
  return { appId: bound?.appId ?? appId, isNew: false };
}

/** Notes that the user of a session proved again who they are.
 *  @returns false when the session was ended meanwhile */
export async function noteStepUp(
  { sql, environmentId }: TenantTransaction,
  id: string,
  { amr, at }: { amr: string[]; at: Date },
): Promise<boolean> {
  const { count } = await sql.session.updateMany({
    where: { id, environmentId, revokedAt: null, expiredAt: null },
    data: { stepUpAt: at, stepUpAmr: amr },
  });
  return count === 1;
}
