import type { TenantScope } from "@/lib/kernel/caller";
import type { CommandAnswer } from "@/lib/kernel/db/batch-query";
import { bindTenant } from "@/lib/kernel/db/bind-tenant";
import { connections } from "@/lib/kernel/db/connections";
import { type Answer, Queryable, type Statement } from "@/lib/kernel/db/queryable";
import { repeatOnConflict } from "@/lib/kernel/db/repeat-on-conflict";

/** Runs independent store functions in one message and one transaction, bound to the tenant by row-level
 *  security: `inBatch(scope, (db) => Promise.all([findUser(db, id), readPolicy(db)]))`. For hot paths, and
 *  for work that only reads. A transaction (`inTransaction`) is for work that reads, decides and writes. Rows
 *  that a tenant cache holds (credentials, tenant secrets, relying parties) are changed in a transaction,
 *  which publishes the change to this process when it has committed; a batch leaves that to PostgreSQL's
 *  notification.
 *  @param work runs all its statements before it returns its promise
 *  @throws Error when a statement is added later: one that depends on an answer needs a transaction
 *  @throws DatabaseError of the first statement that failed; then none happened */
export async function inBatch<T>(
  scope: TenantScope,
  work: (db: Queryable) => Promise<T>,
): Promise<T> {
  const batch = new Batch(scope);
  const done = work(batch);
  // The caller receives a failure through `done`, which is not awaited before the message was sent.
  done.catch(() => {});
  await batch.send();
  return done;
}

/** A statement of a batch, and the promise of its answer. */
interface PendingStatement {
  statement: Statement;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

class Batch extends Queryable {
  readonly #pending: PendingStatement[] = [];
  #isSent = false;

  answer<Row extends object>(statement: Statement<Row>): Promise<Answer<Row>> {
    if (this.#isSent)
      return Promise.reject(
        new Error("A batch was sent before this statement was asked: use a transaction"),
      );
    return new Promise<Answer<Row>>((resolve, reject) => {
      // The rows are those of this statement.
      this.#pending.push({ statement, resolve: resolve as PendingStatement["resolve"], reject });
    });
  }

  /** Sends the statements and settles the promise of each. Fails as `done` of `inBatch` does. */
  async send(): Promise<void> {
    this.#isSent = true;
    if (this.#pending.length === 0) return;
    const statements = [
      bindTenant(this.tenantId),
      ...this.#pending.map(({ statement }) => statement),
    ];
    let answers: CommandAnswer[];
    try {
      answers = await repeatOnConflict(() => connections.send(statements));
    } catch (error) {
      for (const { reject } of this.#pending) reject(error);
      return;
    }
    this.#pending.forEach(({ resolve }, at) => {
      resolve(answers[at + 1] ?? { rows: [], count: 0 });
    });
  }
}
