import type pg from "pg";
import type { TenantScope } from "@/lib/kernel/caller";
import { BatchQuery } from "@/lib/kernel/db/batch-query";
import { type Answer, Queryable, type Statement } from "@/lib/kernel/db/queryable";

/** Runs statements on one connection that the caller has opened and will end, in its current transaction. */
export class OnClient extends Queryable {
  readonly #client: pg.ClientBase;

  constructor(scope: TenantScope, client: pg.ClientBase) {
    super(scope);
    this.#client = client;
  }

  async answer<Row extends object>(statement: Statement<Row>): Promise<Answer<Row>> {
    const message = new BatchQuery([statement], "none");
    this.#client.query(message);
    const [answer] = await message.answered;
    // The rows are those of this statement.
    return (answer ?? { rows: [], count: 0 }) as Answer<Row>;
  }
}
