import { recordOperation } from "@/lib/core/platform/record-operation";
import { endRestoredKind, restoredKinds } from "@/lib/features/backups/restored-owner-store";
import type { Actor, RequestContext } from "@/lib/kernel/caller";
import { asOwner } from "@/lib/kernel/db/owner-connection";

/** How long one kind may take, in milliseconds: nobody waits for a database that does not serve yet. */
const ENDING_MS = 6 * 3_600_000;

/** What ended, and how many of each. */
export type Ended = { kind: (typeof restoredKinds)[number]; count: number }[];

/** Ends what a database that was restored from a backup can't know to be over: one-time secrets that were redeemed since,
 *  codes, grants, tokens and devices that were replaced, mail that was sent, and sessions that were revoked. Safe to repeat.
 *  It is done before the service starts on that database.
 *  @param keepSessions leaves sessions and their refresh tokens alive, those that were ended since included */
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
