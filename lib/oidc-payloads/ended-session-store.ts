import { Prisma, type TenantTransaction } from "@/lib/db";
import { deletePayloadsWhere, withGrants } from "@/lib/oidc-payloads/oidc-payload-store";

/** Removes a user's provider sessions with everything that came out of them: grants, codes, access and
 *  refresh tokens. What they were used for is over at the same moment. */
export async function endProviderSessions(
  transaction: TenantTransaction,
  { userId, oidcSessionUids }: { userId: string; oidcSessionUids: string[] },
): Promise<void> {
  if (oidcSessionUids.length === 0) return;
  const { environmentId } = transaction;
  const ended = Prisma.sql`environment_id = ${environmentId}::uuid
    AND user_id = ${userId}::uuid AND uid = ANY(${oidcSessionUids})`;
  await deletePayloadsWhere(
    transaction,
    Prisma.sql`(p.model, p.key) IN (${withGrants(ended, environmentId)})`,
  );
}

/** Removes what a user's sessions left behind at the provider, those that ended by themselves too: a refresh
 *  token outlives the browser session it came from, but not the moment all of a user's sessions are ended.
 *  @param exceptSessionId a session whose own stays */
export async function endProviderState(
  transaction: TenantTransaction,
  { userId, exceptSessionId }: { userId: string; exceptSessionId: string | null },
): Promise<void> {
  const kept = Prisma.sql`(SELECT oidc_session_uid FROM sessions WHERE id = ${exceptSessionId}::uuid)`;
  await deletePayloadsWhere(
    transaction,
    Prisma.sql`p.user_id = ${userId}::uuid AND NOT COALESCE(p.uid = ${kept}, false)
      AND NOT COALESCE(p.grant_id IN (
        SELECT k.grant_id FROM oidc_payloads k
        WHERE k.environment_id = ${transaction.environmentId}::uuid AND k.grant_id IS NOT NULL
          AND k.uid = ${kept}), false)`,
  );
}
