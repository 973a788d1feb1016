import { lock, type Queryable, type Sql, sql } from "@/lib/kernel/db/queryable";

/** Removes a user's provider sessions with everything that came out of them: grants, codes, access and
 *  refresh tokens. What they were used for is over at the same moment. */
export async function endProviderSessions(
  db: Queryable,
  { userId, oidcSessionUids }: { userId: string; oidcSessionUids: string[] },
): Promise<void> {
  if (oidcSessionUids.length === 0) return;
  const ended = sql`environment_id = ${db.environmentId}::uuid
    AND user_id = ${userId}::uuid AND uid = ANY(${oidcSessionUids}::text[])`;
  await deleteWithGrants(db, ended);
}

/** Removes what a user's sessions left behind at the provider, those that ended by themselves too: a refresh
 *  token outlives the browser session it came from, but not the moment all of a user's sessions are ended.
 *  @param exceptSessionId a session whose own stays */
export async function endProviderState(
  db: Queryable,
  { userId, exceptSessionId }: { userId: string; exceptSessionId: string | null },
): Promise<void> {
  const kept = sql`(SELECT oidc_session_uid FROM sessions WHERE id = ${exceptSessionId}::uuid)`;
  await deleteWhere(
    db,
    sql`p.user_id = ${userId}::uuid AND NOT COALESCE(p.uid = ${kept}, false)
      AND NOT COALESCE(p.grant_id IN (
        SELECT k.grant_id FROM oidc_payloads k
        WHERE k.environment_id = ${db.environmentId}::uuid AND k.grant_id IS NOT NULL
          AND k.uid = ${kept}), false)`,
  );
}

/** Removes everything the provider holds for a user: sessions, grants, codes, access and refresh tokens,
 *  also those that belong to no session any more. */
export async function endUserPayloads(db: Queryable, userId: string): Promise<void> {
  await deleteWithGrants(
    db,
    sql`environment_id = ${db.environmentId}::uuid AND user_id = ${userId}::uuid`,
  );
}

/** Removes everything of one kind that a grant gave rise to; of every kind without a model.
 *  @returns whether there was any: of several who remove it at once, one is told yes */
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

/** Removes what a condition names, and everything that came out of the same grants. */
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

/** Removes several payloads. Their rows are held in one order, so that of two who remove what belongs together
 *  neither waits for the other while holding what the other wants.
 *  @param which a condition on the table, which goes by `p` */
function deleteWhere(db: Queryable, which: Sql): Promise<number> {
  return db.execute(lock`
    WITH held AS (
      SELECT p.model, p.key FROM oidc_payloads p
      WHERE p.environment_id = ${db.environmentId}::uuid AND ${which}
      ORDER BY p.model, p.key FOR UPDATE)
    DELETE FROM oidc_payloads p USING held WHERE p.model = held.model AND p.key = held.key`);
}
