import type { TenantScope } from "@/lib/caller";

/** More questions than this go in another statement: the first are answered while the others are still being read. */
const AT_MOST = 32;

/** A question, and who waits for its answer. */
interface Waiting<Asked, Answer> {
  asked: Asked;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

/** Answers with one call of `doMany` for each environment what several requests ask in one turn of the event loop, so
 *  that requests that arrive at once share a statement, under their tenant's row-level security. Nothing is cached: a
 *  question of a later turn is asked again. One of three exceptions to plain stores: it serves the bars of `me` (2.5 times
 *  an empty Next route) and `session/validate` (3.5 times).
 *  @param doMany answers the questions of one environment, in their order */
export function batched<Asked, Answer>(
  doMany: (scope: TenantScope, asked: readonly Asked[]) => Promise<readonly Answer[]>,
): (scope: TenantScope, asked: Asked) => Promise<Answer> {
  type Group = { scope: TenantScope; waiting: Waiting<Asked, Answer>[] };
  let groups = new Map<string, Group>();
  // A failure reaches only those who asked something of that environment.
  const send = async ({ scope, waiting }: Group) => {
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
  const sendAll = () => {
    const all = groups;
    groups = new Map();
    for (const { scope, waiting } of all.values())
      while (waiting.length > 0) void send({ scope, waiting: waiting.splice(0, AT_MOST) });
  };
  return ({ tenantId, environmentId }, asked) =>
    new Promise((resolve, reject) => {
      // After every request that has arrived was begun.
      if (groups.size === 0) setImmediate(sendAll);
      const group = groups.get(environmentId) ?? {
        scope: { tenantId, environmentId },
        waiting: [],
      };
      groups.set(environmentId, group);
      group.waiting.push({ asked, resolve, reject });
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
