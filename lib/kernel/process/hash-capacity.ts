import { availableParallelism } from "node:os";
import { config } from "@/lib/kernel/config/config";
import { ConcurrencyLimit } from "@/lib/kernel/process/concurrency-limit";
import type { FairnessKey } from "@/lib/kernel/process/fair-queue";
import { singleton } from "@/lib/kernel/process/singleton";

/** Numbers of running, waiting and rejected work. */
export interface HashLoad {
  busy: number;
  waiting: number;
  refused: number;
}

// Twice the cores keep every core hashing while others query; half of the connections stay free for requests
// that hash nothing. Requests wait before their first query.
const requests = singleton("hashing-requests", () => {
  const { limits, databasePool } = config();
  const underWay = Math.max(1, Math.min(2 * availableParallelism(), Math.floor(databasePool / 2)));
  return new ConcurrencyLimit(underWay, limits.passwordHashQueue, { retryAfterSeconds: 2 });
});

/** Numbers of running, waiting and rejected requests that hash. */
export function hashRequestLoad(): HashLoad {
  return { ...requests.load(), refused: requests.rejectedCount };
}

/** Rejects a request that would hash a password before it costs a query, when the queue is full: a flood of
 *  logins must not slow signed-in users, and one tenant's not another's.
 *  @throws ServiceError `service_overloaded` */
export function assertHashCapacity(fairnessKey: FairnessKey): void {
  requests.assertRoom(fairnessKey);
}

/** Runs a request that will hash a password when its turn comes. Tenants take turns.
 *  @throws ServiceError `service_overloaded` */
export function withinHashCapacity<T>(
  { tenantId }: { tenantId: string },
  work: () => Promise<T>,
): Promise<T> {
  return requests.run(tenantId, work);
}
