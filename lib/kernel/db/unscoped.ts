import { connections } from "@/lib/kernel/db/connections";
import { type Answer, type Statement, UnscopedQueryable } from "@/lib/kernel/db/queryable";
import { repeatOnConflict } from "@/lib/kernel/db/repeat-on-conflict";

/** Runs statements before the tenant is known, each in a message of its own: resolving the caller, rate
 *  limits, platform keys, health. */
class Unscoped extends UnscopedQueryable {
  async answer<Row extends object>(statement: Statement<Row>): Promise<Answer<Row>> {
    const [answer] = await repeatOnConflict(() => connections.send([statement]));
    return answer as unknown as Answer<Row>;
  }
}

/** Statements without a tenant: row-level security shows no tenant's rows. */
export const unscoped: UnscopedQueryable = new Unscoped();

/** Runs SQL without values that belongs in no store, on a connection of the pool. */
export function askUnscoped<Row extends object>(text: string): Promise<Row[]> {
  return unscoped.query<Row>({ kind: "lock", text, values: [] });
}
