import type { Redeemer, VerifiedProof } from "@/lib/core/factors/factor";
import type { TenantScope } from "@/lib/kernel/caller";
import { inBatch } from "@/lib/kernel/db/batch";
import type { Queryable } from "@/lib/kernel/db/queryable";
import { inTransaction } from "@/lib/kernel/db/transaction";

/** Redeems a verified proof: spends its challenge, then the proof, and runs `lead`, all in one transaction.
 *  Of any number of parallel redemptions one succeeds; a refused one spends nothing.
 *  @param spend returns the user whose proof it is; null when the challenge is spent, or the user may not
 *  continue
 *  @returns null when it is refused, or `lead` returns null */
export async function redeemProof<Who, T>(
  scope: TenantScope,
  { proof, by }: { proof: VerifiedProof<NoInfer<Who>>; by: Redeemer },
  spend: (db: Queryable) => Promise<Who | null>,
  lead: (db: Queryable, user: Who) => Promise<T | null>,
): Promise<T | null> {
  let isReused = false;
  const result = await rollBackOnNull(scope, async (db) => {
    const user = await spend(db);
    if (user === null) return null;
    isReused = !(await proof.redeem(db, user, by));
    return isReused ? null : lead(db, user);
  });
  if (isReused) await inBatch(scope, async (db) => proof.recordReuse?.(db, by));
  return result;
}

class Undone extends Error {}

/** Runs work in a transaction that is rolled back when the work returns null, so that nothing is consumed on
 *  the way. */
async function rollBackOnNull<T>(
  scope: TenantScope,
  work: (db: Queryable) => Promise<T | null>,
): Promise<T | null> {
  try {
    return await inTransaction(scope, async (db) => {
      const done = await work(db);
      if (done === null) throw new Undone();
      return done;
    });
  } catch (error) {
    if (error instanceof Undone) return null;
    throw error;
  }
}
