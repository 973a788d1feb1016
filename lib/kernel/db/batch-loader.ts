import type { TenantScope } from "@/lib/kernel/caller";

/** More questions than this go in another statement: the first are answered while the others are still being read. */
const AT_MOST = 32;
/** A statement that takes longer is held up, by a lock or by a slow disk. */
const HELD_UP_MS = 25;

/** A question, and who waits for its answer. */
interface Waiting<Asked, Answer> {
  asked: Asked;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

/** Questions of one environment, and the statements under way that answer earlier ones. */
interface Group<Asked, Answer> {
  scope: TenantScope;
  waiting: Waiting<Asked, Answer>[];
  underWay: number;
  /** Sends what waits although a statement is under way, when that statement takes long. */
  patience: NodeJS.Timeout | undefined;
}

/** Answers with one call of `doMany` for each environment what several requests ask in one turn of the event loop, so
 *  that requests that arrive at once share a statement, under their tenant's row-level security. While a statement is
 *  under way, what the environment asks meanwhile waits for its end and shares the next one: the busier an environment
 *  is, the less a question costs. A statement that takes longer than HELD_UP_MS is not waited for. Nothing is cached: a
 *  question is asked after it arrived. One of three exceptions to plain stores: it serves the bars of `me` (2.5 times an
 *  empty Next route), `session/validate` (3.5 times) and tokens that are bound to a key (1.3 times a bearer's).
 *  @param doMany answers the questions of one environment, in their order */
export function batched<Asked, Answer>(
  doMany: (scope: TenantScope, asked: readonly Asked[]) => Promise<readonly Answer[]>,
): (scope: TenantScope, asked: Asked) => Promise<Answer> {
  const groups = new Map<string, Group<Asked, Answer>>();
  // A failure reaches only those who asked something of that environment.
  const answer = async (scope: TenantScope, waiting: readonly Waiting<Asked, Answer>[]) => {
    try {
      const answers = await doMany(
        scope,
        waiting.map(({ asked }) => asked),
      );
      waiting.forEach(({ resolve }, at) => {
        resolve(answers[at] as Answer);
      });
    } catch (error) {
      for (const { reject } of waiting) reject(error);
    }
  };
  const send = (group: Group<Asked, Answer>) => {
    clearTimeout(group.patience);
    group.patience = undefined;
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
    const group: Group<Asked, Answer> = {
      scope: { tenantId, environmentId },
      ...{ waiting: [], underWay: 0, patience: undefined },
    };
    groups.set(environmentId, group);
    return group;
  };
  return (scope, asked) =>
    new Promise((resolve, reject) => {
      const group = groupOf(scope);
      if (group.waiting.push({ asked, resolve, reject }) > 1) return;
      // After every request that has arrived was begun.
      if (group.underWay === 0) setImmediate(() => send(group));
      else group.patience = setTimeout(() => send(group), HELD_UP_MS);
    });
}

/** Reads rows by id, as `batched` does.
 *  @param readMany reads the rows of several ids; an id without an entry names no row
 *  @returns a function that reads one row; null when the id names none */
export function batchedRead<Found>(
  readMany: (scope: TenantScope, ids: readonly string[]) => Promise<ReadonlyMap<string, Found>>,
): (scope: TenantScope, id: string) => Promise<Found | null> {
  return batched(async (scope, ids) => {
    const found = await readMany(scope, [...new Set(ids)]);
    return ids.map((id) => found.get(id) ?? null);
  });
}
