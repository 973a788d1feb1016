import type pg from "pg";
import type { TenantScope } from "@/lib/kernel/caller";
import { BatchQuery, type CommandAnswer } from "@/lib/kernel/db/batch-query";
import { bindTransaction } from "@/lib/kernel/db/bind-tenant";
import { changeFeed } from "@/lib/kernel/db/change-feed";
import { connections } from "@/lib/kernel/db/connections";
import { databaseDeadlines } from "@/lib/kernel/db/deadlines";
import { inMessageSpan } from "@/lib/kernel/db/message-span";
import { type Answer, Queryable, read, type Statement } from "@/lib/kernel/db/queryable";
import { repeatOnConflict } from "@/lib/kernel/db/repeat-on-conflict";
import { wireOf } from "@/lib/kernel/db/wire";

/** Isolation level of a transaction, in PostgreSQL's own words. `REPEATABLE READ` gives several reads one
 *  snapshot. */
export type Isolation = "READ COMMITTED" | "REPEATABLE READ";

/** Statement that begins a transaction, by isolation level. */
const BEGINNINGS = {
  "READ COMMITTED": read`BEGIN ISOLATION LEVEL READ COMMITTED`,
  "REPEATABLE READ": read`BEGIN ISOLATION LEVEL REPEATABLE READ`,
  "READ COMMITTED READ ONLY": read`BEGIN ISOLATION LEVEL READ COMMITTED READ ONLY`,
} as const;
type Mode = keyof typeof BEGINNINGS;

/** A transaction in which PostgreSQL shows and accepts only one tenant's rows. */
export interface Transaction extends Queryable {
  /** Distinguishes a transaction from a batch: a function with statements that depend on answers takes
   *  this. */
  readonly isTransaction: true;
}

/** Key under which a scope holds the transaction that it is part of. */
const PART_OF = Symbol("atrium.part-of-transaction");

/** Returns a scope, or a caller, that is part of a transaction: every use case that receives it works in
 *  `db`, in place of a transaction of its own, so that several use cases happen together or not at all.
 *  @param scope of the tenant that `db` is bound to */
export function partOf<S extends TenantScope>(db: Transaction, scope: S): S {
  if (scope.tenantId !== db.tenantId) throw new Error("A transaction is bound to one tenant");
  return { ...scope, [PART_OF]: db };
}

/** Runs several use cases in one transaction: together or not at all.
 *  @param work passes each of them the caller that it receives */
export function together<C extends TenantScope, T>(
  caller: C,
  work: (within: C) => Promise<T>,
): Promise<T> {
  return inTransaction(caller, (db) => work(partOf(db, caller)));
}

/** Runs `work` in one transaction, bound to the tenant by row-level security. All writes of `work` commit
 *  together or not at all. Statements of one turn leave in one message. Do no network calls and no password
 *  hashing in it: it holds a connection. It runs a second time when PostgreSQL rolled back the first for a
 *  deadlock or a conflict, so it must have no effects but rows. A scope that is part of a transaction
 *  (`partOf`) begins none.
 *  @throws DatabaseError of a statement that failed */
export function inTransaction<T>(
  scope: TenantScope,
  work: (db: Transaction) => Promise<T>,
  { isolation = "READ COMMITTED" }: { isolation?: Isolation } = {},
): Promise<T> {
  const outer = (scope as { [PART_OF]?: Transaction })[PART_OF];
  if (outer && scope.tenantId !== outer.tenantId)
    throw new Error("A transaction is bound to one tenant");
  if (outer) return work(new PartOfTransaction(outer, scope));
  const done = repeatOnConflict(() => transactionOn(connections, scope, work, isolation));
  // The writer sees its change from now on, before PostgreSQL notifies this process.
  return done.finally(() => changeFeed.publish(scope.tenantId));
}

/** A part of a transaction that the caller begins and ends, for an environment of its tenant. */
class PartOfTransaction extends Queryable implements Transaction {
  readonly isTransaction = true;
  readonly #begun: Transaction;

  constructor(outer: Transaction, scope: TenantScope) {
    super({ tenantId: outer.tenantId, environmentId: scope.environmentId });
    this.#begun = outer;
  }

  answer<Row extends object>(statement: Statement<Row>): Promise<Answer<Row>> {
    return this.#begun.answer(statement);
  }
}

/** Runs `work` once in a transaction on a connection of a pool, as `inTransaction` does.
 *  @param mode isolation and access mode, in PostgreSQL's own words */
export async function transactionOn<T>(
  pool: pg.Pool,
  scope: TenantScope,
  work: (db: ConnectionTransaction) => Promise<T>,
  mode: Mode,
): Promise<T> {
  const client = await pool.connect();
  const transaction = new ConnectionTransaction(scope, client, mode);
  const limit = databaseDeadlines().transactionMs;
  const timer = setTimeout(() => transaction.abandon(new TransactionTooLong(limit)), limit);
  try {
    const result = await work(transaction);
    await transaction.commit();
    client.release();
    return result;
  } catch (error) {
    client.release(!(await transaction.rollBack()));
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** A transaction exceeded its timeout and was rolled back. */
export class TransactionTooLong extends Error {
  /** query_canceled: PostgreSQL's own state for a canceled statement. */
  readonly code = "57014";
  readonly severity = "ERROR";

  constructor(ms: number) {
    super(`The transaction took longer than ${ms} ms`);
    this.name = "TransactionTooLong";
  }
}

/** A statement that waits for the end of this turn, and the promise of its answer. */
interface PendingStatement {
  statement: Statement;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

/** A transaction on one connection. */
export class ConnectionTransaction extends Queryable implements Transaction {
  readonly isTransaction = true;
  readonly #client: pg.PoolClient;
  readonly #mode: Mode;
  readonly #pending: PendingStatement[] = [];
  /** The message that is under way. */
  #sending: Promise<void> | undefined;
  #state: "before" | "begun" | "over" = "before";
  /** The reason for which it was ended early. */
  #abandoned: Error | undefined;
  /** Whether the connection's prepared statements are no longer known. */
  #isSpoilt = false;

  constructor(scope: TenantScope, client: pg.PoolClient, mode: Mode) {
    super(scope);
    this.#client = client;
    this.#mode = mode;
  }

  answer<Row extends object>(statement: Statement<Row>): Promise<Answer<Row>> {
    if (this.#abandoned) return Promise.reject(this.#abandoned);
    if (this.#state === "over")
      return Promise.reject(new Error("A statement was asked after its transaction had ended"));
    return new Promise<Answer<Row>>((resolve, reject) => {
      // The rows are those of this statement.
      this.#pending.push({ statement, resolve: resolve as PendingStatement["resolve"], reject });
      if (this.#pending.length === 1) queueMicrotask(() => this.#flush());
    });
  }

  /** Commits.
   *  @throws Error when PostgreSQL had rolled it back: a statement failed, and `work` continued
   *  nevertheless */
  async commit(): Promise<void> {
    await this.#answered();
    if (this.#abandoned) throw this.#abandoned;
    if (this.#state === "before") return this.#end();
    this.#end();
    const [done] = await this.#send([read`COMMIT`]);
    if (done?.command !== "COMMIT")
      throw new Error("A transaction was committed after one of its statements had failed");
  }

  /** Rolls back.
   *  @returns whether the connection can be used again */
  async rollBack(): Promise<boolean> {
    const hasBegun = this.#state === "begun";
    const isOver = this.#state === "over";
    this.#end();
    const reason = new Error("The transaction was rolled back before this statement was sent");
    for (const { reject } of this.#pending.splice(0)) reject(reason);
    while (this.#sending) await this.#sending;
    if (this.#abandoned) return false;
    // COMMIT itself failed: PostgreSQL has rolled back, or is gone.
    if (isOver) return this.#isIdle;
    if (!hasBegun) return true;
    await this.#send([read`ROLLBACK`]).catch(() => {});
    return this.#isIdle;
  }

  /** Ends it from outside; all pending statements fail with the reason. */
  abandon(reason: Error): void {
    this.#abandoned = reason;
    for (const { reject } of this.#pending.splice(0)) reject(reason);
    wireOf(this.#client).stream.destroy(reason);
  }

  get #isIdle(): boolean {
    return !this.#isSpoilt && this.#client.getTransactionStatus() === "I";
  }

  #end(): void {
    this.#state = "over";
  }

  /** Sends the pending statements, or leaves them for the end of the message that is under way. */
  #flush(): void {
    if (this.#sending || this.#pending.length === 0) return;
    this.#sending = this.#sendPending().finally(() => {
      this.#sending = undefined;
      this.#flush();
    });
  }

  /** Waits until all statements are answered. */
  async #answered(): Promise<void> {
    this.#flush();
    while (this.#sending) await this.#sending;
  }

  async #sendPending(): Promise<void> {
    const pending = this.#pending.splice(0);
    const before = this.#state === "before" ? this.#beginning() : [];
    if (this.#state === "before") this.#state = "begun";
    try {
      const answers = await this.#send([...before, ...pending.map(({ statement }) => statement)]);
      pending.forEach(({ resolve }, at) => {
        resolve(answers[before.length + at] ?? { rows: [], count: 0 });
      });
    } catch (error) {
      for (const { reject } of pending) reject(this.#abandoned ?? error);
    }
  }

  /** Returns the statements that begin the transaction, sent together with its first ones. */
  #beginning(): Statement[] {
    const { beginning } = connections;
    return [
      BEGINNINGS[this.#mode],
      ...(beginning ? [beginning] : []),
      bindTransaction(this.tenantId),
    ];
  }

  #send(statements: readonly Statement[]): Promise<CommandAnswer[]> {
    return inMessageSpan(statements, async () => {
      // Behind a pooler nothing is prepared.
      const message = new BatchQuery(statements, connections.beginning ? "none" : "kept");
      this.#client.query(message);
      try {
        return await message.answered;
      } catch (error) {
        this.#isSpoilt ||= message.isPrepared && message.breaksConnection(error);
        throw error;
      }
    });
  }
}
