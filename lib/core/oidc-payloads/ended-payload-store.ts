import { lock, type Queryable, type Sql, sql } from "@/lib/kernel/db/queryable";

/** Deletes a user's provider sessions and everything issued from them: grants, codes, access and refresh
 *  tokens. Their purpose ends at the same moment. */
export async function endProviderSessions(
  db: Queryable,
  { userId, oidcSessionUids }: { userId: string; oidcSessionUids: string[] },
): Promise<void> {
  if (oidcSessionUids.length === 0) return;
  const ended = sql`environment_id = ${db.environmentId}::uuid
    AND user_id = ${userId}::uuid AND uid = ANY(${oidcSessionUids}::text[])`;
  await deleteWithGrants(db, ended);
}

/** Deletes the provider's data of a user's sessions, including those that ended by themselves: a refresh
 *  token outlives its browser session, but not the revocation of all sessions of a user.
 *  @param exceptSessionId a session whose data stays */
export async function endProviderState(
  db: Queryable,
  { userId, exceptSessionId }: { userId: string; exceptSessionId: string | null },
): Promise<void> {
  const exceptUid = sql`(SELECT oidc_session_uid FROM sessions WHERE id = ${exceptSessionId}::uuid)`;
  await deleteWhere(
    db,
    sql`p.user_id = ${userId}::uuid AND NOT COALESCE(p.uid = ${exceptUid}, false)
      AND NOT COALESCE(p.grant_id IN (
        SELECT k.grant_id FROM oidc_payloads k
        WHERE k.environment_id = ${db.environmentId}::uuid AND k.grant_id IS NOT NULL
          AND k.uid = ${exceptUid}), false)`,
  );
}

/** Deletes everything that the provider stores for a user: sessions, grants, codes, access and refresh
 *  tokens, including those without a session. */
export async function endUserPayloads(db: Queryable, userId: string): Promise<void> {
  await deleteWithGrants(
    db,
    sql`environment_id = ${db.environmentId}::uuid AND user_id = ${userId}::uuid`,
  );
}

/** Deletes all payloads of one model that belong to a grant; of every model without `model`.
 *  @returns whether there were any: of several parallel calls, one gets true */
export async function deletePayloadsOfGrant(
  db: Queryable,
  grantId: string,
  model: string | null = null,
): Promise<boolean> {
  const deleted = await deleteWhere(
    db,
    sql`p.grant_id = ${grantId} AND (${model}::text IS NULL OR p.model = ${model}::text)`,
  );
  return deleted > 0;
}

/** Deletes the payloads that a condition selects, and all payloads of the same grants. */
function deleteWithGrants(db: Queryable, which: Sql): Promise<number> {
  return deleteWhere(
    db,
    sql`(p.model, p.key) IN (
      SELECT model, key FROM oidc_payloads WHERE ${which}
      UNION
      SELECT model, key FROM oidc_payloads WHERE environment_id = ${db.environmentId}::uuid
        AND grant_id IN (SELECT grant_id FROM oidc_payloads WHERE ${which} AND grant_id IS NOT NULL))`,
  );
}

/** Deletes several payloads. Locks their rows in one order, so that two parallel deletions of related
 *  rows don't deadlock.
 *  @param which a condition on the table, with the alias `p` */
function deleteWhere(db: Queryable, which: Sql): Promise<number> {
  return db.execute(lock`
    WITH held AS (
      SELECT p.model, p.key FROM oidc_payloads p
      WHERE p.environment_id = ${db.environmentId}::uuid AND ${which}
      ORDER BY p.model, p.key FOR UPDATE)
    DELETE FROM oidc_payloads p USING held WHERE p.model = held.model AND p.key = held.key`);
}
