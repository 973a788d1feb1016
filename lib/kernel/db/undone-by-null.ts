import type { TenantScope } from "@/lib/kernel/caller";
import type { Queryable } from "@/lib/kernel/db/queryable";
import { inTransaction } from "@/lib/kernel/db/transaction";

class Undone extends Error {}

/** Runs work in a transaction that is rolled back when the work returns null, so that nothing is consumed on
 *  the way. */
export async function rollBackOnNull<T>(
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
