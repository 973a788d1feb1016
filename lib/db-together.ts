import DataLoader from "dataloader";
import type { TenantScope } from "@/lib/caller";

/** More ids than this go in another statement. */
const AT_MOST = 100;

interface Asked {
  scope: TenantScope;
  id: string;
}

/** Answers together what is asked for in one turn of the event loop: requests that arrive at once read their rows by
 *  one statement for each environment, under that tenant's row-level security. Nothing is kept: what is asked for
 *  later is read later.
 *  @param readMany reads the rows of several ids; an id without an entry names none */
export function readTogether<Found>(
  readMany: (scope: TenantScope, ids: readonly string[]) => Promise<ReadonlyMap<string, Found>>,
): (scope: TenantScope, id: string) => Promise<Found | null> {
  const answer = async (asked: readonly Asked[]) => {
    const environments = Map.groupBy(asked, ({ scope }) => scope.environmentId);
    const answers = new Map<Asked, Found | Error | null>();
    const readOne = async (group: readonly Asked[]) => {
      const [first] = group;
      if (!first) return;
      const ids = [...new Set(group.map(({ id }) => id))];
      const found = await readMany(first.scope, ids).catch(asError);
      for (const one of group)
        answers.set(one, found instanceof Error ? found : (found.get(one.id) ?? null));
    };
    await Promise.all(Array.from(environments.values(), readOne));
    return asked.map((one) => answers.get(one) ?? null);
  };
  const loader = new DataLoader<Asked, Found | null>(answer, {
    cache: false,
    maxBatchSize: AT_MOST,
    // After everything that has arrived has been taken up.
    batchScheduleFn: (send) => setImmediate(send),
  });
  return ({ tenantId, environmentId }, id) =>
    loader.load({ scope: { tenantId, environmentId }, id });
}

/** A failure is of those alone who asked for that environment's rows. */
function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
