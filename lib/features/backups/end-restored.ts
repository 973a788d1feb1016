import { recordOperation } from "@/lib/core/platform/record-operation";
import { endRestoredKind, restoredKinds } from "@/lib/features/backups/restored-owner-store";
import type { Actor, RequestContext } from "@/lib/kernel/caller";
import { asOwner } from "@/lib/kernel/db/owner-connection";

/** Time limit of one kind, in milliseconds. It may be long: the database does not serve requests yet. */
const ENDING_MS = 6 * 3_600_000;

/** Number of rows ended of each kind. */
export type Ended = { kind: (typeof restoredKinds)[number]; count: number }[];

/** Ends everything whose end may have happened after the backup: redeemed one-time secrets, codes, grants,
 *  replaced tokens and devices, sent mail, and revoked sessions. Run it before the service starts on the
 *  restored database. Idempotent.
 *  @param keepSessions leaves sessions and their refresh tokens alive, including those that were ended
 *  after the backup */
export async function endRestored(
  ownerUrl: string,
  by: { actor: Actor; context: RequestContext },
  keepSessions: boolean,
): Promise<Ended> {
  const ended = await asOwner(
    ownerUrl,
    async (client) => {
      const counts: Ended = [];
      for (const kind of restoredKinds)
        counts.push({ kind, count: await endRestoredKind(client, kind, keepSessions) });
      return counts;
    },
    ENDING_MS,
  );
  const figures = ended.map(({ kind, count }) => [kind.replaceAll(/[ -]/g, "_"), count] as const);
  await recordOperation(by, {
    kind: "backup.restored",
    metadata: { sessions_kept: keepSessions, ...Object.fromEntries(figures) },
  });
  return ended;
}
