import type { TenantScope } from "@/lib/kernel/caller";

/** More keys than this go into another statement: the first are answered while the others are still being
 *  read. */
const AT_MOST = 32;
/** A statement that takes longer is considered blocked, by a lock or by a slow disk. */
const HELD_UP_MS = 25;

/** A key, and the promise of its answer. */
interface Waiting<Key, Answer> {
  key: Key;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

/** Waiting keys of one environment, and the number of statements under way for earlier ones. */
interface Group<Key, Answer> {
  scope: TenantScope;
  waiting: Waiting<Key, Answer>[];
  underWay: number;
  /** Sends the waiting keys although a statement is under way, when that statement takes long. */
  timer: NodeJS.Timeout | undefined;
}

/** Answers with one call of `doMany` for each environment what several requests ask for in one turn of the
 *  event loop, so that simultaneous requests share a statement, under their tenant's row-level security.
 *  While a statement is under way, further keys of the environment wait for its end and share the next one:
 *  the busier an environment is, the less a key costs. After HELD_UP_MS they no longer wait for it. Nothing
 *  is cached: a key is always read after it was requested. One of four exceptions to plain stores: it serves
 *  the bars of `me` (2.5 times an empty Next route), `session/validate` (3.5 times) and tokens that are bound
 *  to a key (1.3 times a bearer's).
 *  @param doMany returns the answers for keys of one environment, in their order */
export function batched<Key, Answer>(
  doMany: (scope: TenantScope, keys: readonly Key[]) => Promise<readonly Answer[]>,
): (scope: TenantScope, key: Key) => Promise<Answer> {
  const groups = new Map<string, Group<Key, Answer>>();
  // A failure reaches only requests of the same environment.
  const answer = async (scope: TenantScope, waiting: readonly Waiting<Key, Answer>[]) => {
    try {
      const answers = await doMany(
        scope,
        waiting.map(({ key: asked }) => asked),
      );
      waiting.forEach(({ resolve }, at) => {
        resolve(answers[at] as Answer);
      });
    } catch (error) {
      for (const { reject } of waiting) reject(error);
    }
  };
  const send = (group: Group<Key, Answer>) => {
    clearTimeout(group.timer);
    group.timer = undefined;
    while (group.waiting.length > 0) {
      group.underWay += 1;
      void answer(group.scope, group.waiting.splice(0, AT_MOST)).finally(() => {
        group.underWay -= 1;
        if (group.waiting.length > 0) send(group);
        else if (group.underWay === 0) groups.delete(group.scope.environmentId);
      });
    }
  };
  const groupOf = ({ tenantId, environmentId }: TenantScope) => {
    const found = groups.get(environmentId);
    if (found) return found;
    const group: Group<Key, Answer> = {
      scope: { tenantId, environmentId },
      ...{ waiting: [], underWay: 0, timer: undefined },
    };
    groups.set(environmentId, group);
    return group;
  };
  return (scope, key) =>
    new Promise((resolve, reject) => {
      const group = groupOf(scope);
      if (group.waiting.push({ key: key, resolve, reject }) > 1) return;
      // Runs after all requests that have arrived in this turn.
      if (group.underWay === 0) setImmediate(() => send(group));
      else group.timer = setTimeout(() => send(group), HELD_UP_MS);
    });
}

/** Reads rows by id, as `batched` does.
 *  @param readMany reads the rows of several ids; an id without an entry has no row
 *  @returns a function that reads one row; null when the id has none */
export function batchedRead<Found>(
  readMany: (scope: TenantScope, ids: readonly string[]) => Promise<ReadonlyMap<string, Found>>,
): (scope: TenantScope, id: string) => Promise<Found | null> {
  return batched(async (scope, ids) => {
    const found = await readMany(scope, [...new Set(ids)]);
    return ids.map((id) => found.get(id) ?? null);
  });
}
