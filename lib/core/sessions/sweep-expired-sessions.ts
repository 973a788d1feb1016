import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import { queueLogouts } from "@/lib/core/backchannel-logout/queue-logouts";
import { findExpiredSessions, markExpired } from "@/lib/core/sessions/expired-session-store";
import { noRequest, type TenantScope } from "@/lib/kernel/caller";
import { databaseNow } from "@/lib/kernel/db/database-clock";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { eachInTurn } from "@/lib/kernel/jobs/each-in-turn";

const BATCH = 500;

/** Ends sessions that reached their absolute end: each is audited once, and the relying parties of a
 *  hosted one are notified (spec, Events 2). PostgreSQL's clock decides, so that a machine whose clock is
 *  wrong ends nothing early. Parallel sweeps share the work, and each session is handled once.
 *  @returns how many sessions this sweep ended */
export async function sweepExpiredSessions(): Promise<number> {
  let ended = 0;
  for (;;) {
    const at = await databaseNow();
    const found = await findExpiredSessions(at, BATCH);
    const before = ended;
    await eachInTurn(byEnvironment(found), async ({ scope, sessionIds }) => {
      ended += await expire(scope, sessionIds, at);
    });
    // A batch that another sweep took entirely is left to that one.
    if (found.length < BATCH || ended === before) return ended;
  }
}

function byEnvironment(
  found: readonly (TenantScope & { sessionId: string })[],
): { scope: TenantScope; sessionIds: string[] }[] {
  const groups = new Map<string, { scope: TenantScope; sessionIds: string[] }>();
  for (const { sessionId, ...scope } of found) {
    const group = groups.get(scope.environmentId) ?? { scope, sessionIds: [] };
    group.sessionIds.push(sessionId);
    groups.set(scope.environmentId, group);
  }
  return [...groups.values()];
}

async function expire(scope: TenantScope, sessionIds: string[], at: Date): Promise<number> {
  return inTransaction(scope, async (db) => {
    const marked = await markExpired(db, sessionIds, at);
    const hosted = marked.filter(({ kind }) => kind === "hosted").map(({ id }) => id);
    await Promise.all([
      ...marked.map(({ id, userId, kind }) =>
        recordAuditEvent(db, {
          kind: "session.expired",
          actor: { type: "service", id: "sessions.sweep" },
          context: noRequest,
          targets: [
            { type: "session", id },
            { type: "user", id: userId },
          ],
          metadata: { kind },
          at,
        }),
      ),
      queueLogouts(db, hosted, at),
    ]);
    return marked.length;
  });
}
