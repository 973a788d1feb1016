import DataLoader from "dataloader";
import type { TenantScope } from "@/lib/caller";

/** More than this goes in another statement: what a few ask for is answered while the rest is still being read. */
const AT_MOST = 8;

/** Does together what is asked for in one turn of the event loop: requests that arrive at once need one statement for
 *  each environment, under that tenant's row-level security. Nothing is kept: what is asked for later is done later.
 *  @param doMany answers what is asked of one environment, in order */
export function together<Asked, Answer>(
  doMany: (scope: TenantScope, asked: readonly Asked[]) => Promise<readonly Answer[]>,
): (scope: TenantScope, asked: Asked) => Promise<Answer> {
  interface One {
    scope: TenantScope;
    asked: Asked;
  }
  const doAll = async (all: readonly One[]) => {
    const answers = new Map<One, Answer | Error>();
    const doEnvironment = async (group: readonly One[]) => {
      const [first] = group;
      if (!first) return;
      const each = group.map(({ asked }) => asked);
      // A failure is of those alone who asked something of that environment.
      const found = await doMany(first.scope, each).catch(asError);
      group.forEach((one, at) => {
        answers.set(one, found instanceof Error ? found : (found[at] as Answer));
      });
    };
    const environments = Map.groupBy(all, ({ scope }) => scope.environmentId);
    await Promise.all(Array.from(environments.values(), doEnvironment));
    return all.map((one) => answers.get(one) as Answer | Error);
  };
  const loader = new DataLoader<One, Answer>(doAll, {
    cache: false,
    maxBatchSize: AT_MOST,
    // After everything that has arrived has been taken up.
    batchScheduleFn: (send) => setImmediate(send),
  });
  return ({ tenantId, environmentId }, asked) =>
    loader.load({ scope: { tenantId, environmentId }, asked });
}

/** The same for rows that are found by an id.
 *  @param readMany reads the rows of several ids; an id without an entry names none
 *  @returns what reads one; null when the id names none */
export function readTogether<Found>(
  readMany: (scope: TenantScope, ids: readonly string[]) => Promise<ReadonlyMap<string, Found>>,
): (scope: TenantScope, id: string) => Promise<Found | null> {
  return together(async (scope, ids) => {
    const found = await readMany(scope, [...new Set(ids)]);
    return ids.map((id) => found.get(id) ?? null);
  });
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
