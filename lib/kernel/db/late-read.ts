import type { TenantScope } from "@/lib/kernel/caller";
import type { LateQueryable, Queryable, Statement } from "@/lib/kernel/db/queryable";
import { theReplica } from "@/lib/kernel/db/replica";
import { inTransaction } from "@/lib/kernel/db/transaction";

/** Reads in one transaction what may lag behind: on a healthy replica if there is one, else on the primary.
 *  The reader sees everything that was committed before, by any process: the replica answers once it has
 *  replayed the primary's log to its position at the start of the read. Never for a decision about a login, a
 *  session, a token or a revocation: the compiler refuses its store functions here, and the layer check
 *  refuses this in those folders.
 *  @param work runs again, on the primary, when the replica fails: it must not have other effects
 *  @throws DatabaseError of a statement that failed on the primary */
export async function inLateRead<T>(
  scope: TenantScope,
  work: (db: LateQueryable) => Promise<T>,
): Promise<T> {
  const reading = (db: Queryable) => work(new LateReading(db));
  const replica = theReplica();
  const answer = await replica?.attempt((position) => replica.read(scope, position, reading));
  return answer ? answer.value : inTransaction(scope, reading);
}

/** Accepts statements that only read, on the primary too, so that what would fail on a replica fails
 *  everywhere. */
class LateReading implements LateQueryable {
  readonly tenantId: string;
  readonly environmentId: string;
  readonly #db: Queryable;

  constructor(db: Queryable) {
    this.tenantId = db.tenantId;
    this.environmentId = db.environmentId;
    this.#db = db;
  }

  async query<Row extends object>(statement: Statement<Row>): Promise<Row[]> {
    return this.#db.query(onlyReading(statement));
  }

  async first<Row extends object>(statement: Statement<Row>): Promise<Row | null> {
    return this.#db.first(onlyReading(statement));
  }
}

function onlyReading<Row extends object>(statement: Statement<Row>): Statement<Row> {
  if (statement.kind !== "read") throw new Error("A late read was asked to change or lock rows");
  return statement;
}
