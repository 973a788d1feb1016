import { availableParallelism } from "node:os";
import { config } from "@/lib/kernel/config/config";
import { ConcurrencyLimit } from "@/lib/kernel/process/concurrency-limit";
import type { Neighbour } from "@/lib/kernel/process/fair-queue";
import { singleton } from "@/lib/kernel/process/singleton";

/** What is under way, waits, and was turned away so far. */
export interface HashLoad {
  busy: number;
  waiting: number;
  refused: number;
}

// Twice the cores keep every core hashing while others query; half of the connections stay free for requests that hash
// nothing. Who waits, waits before the first query.
const requests = singleton("hashing-requests", () => {
  const { limits, databasePool } = config();
  const underWay = Math.max(1, Math.min(2 * availableParallelism(), Math.floor(databasePool / 2)));
  return new ConcurrencyLimit(underWay, limits.passwordHashQueue, { retryAfterSeconds: 2 });
});

/** How many requests that hash are under way, wait, and were turned away. */
export function hashRequestLoad(): HashLoad {
  return { ...requests.load(), refused: requests.turnedAway };
}

/** Turns a request that would hash a password away before it costs a query, when as many wait as may: a flood
 *  of logins must take nothing from those who are signed in, and one tenant's nothing from another.
 *  @throws ServiceError `service_overloaded` */
export function assertHashCapacity(neighbour: Neighbour): void {
  requests.assertRoom(neighbour);
}

/** Runs a request that will hash a password when its turn comes. Tenants take turns.
 *  @throws ServiceError `service_overloaded` */
export function withinHashCapacity<T>(
  { tenantId }: { tenantId: string },
  work: () => Promise<T>,
): Promise<T> {
  return requests.run(tenantId, work);
}
