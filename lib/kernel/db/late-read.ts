import type { TenantScope } from "@/lib/kernel/caller";
import type { LateQueryable, Queryable, Statement } from "@/lib/kernel/db/queryable";
import { theReplica } from "@/lib/kernel/db/replica";
import { inTransaction } from "@/lib/kernel/db/transaction";

/** Reads in one transaction what may be late: on the replica when there is one and it is well, else on the primary. The
 *  reader sees whatever was committed before, by whichever process: the replica answers when it has replayed the
 *  primary's log as far as it was when the reader asked. Never for a decision about a login, a session, a token or a
 *  revocation: the compiler refuses its store functions here, and the layer check refuses this in its rooms.
 *  @param work runs again, on the primary, when the replica fails at it: it may leave nothing behind
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

/** Takes statements that only read, on the primary too, so that what would fail on a replica fails everywhere. */
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
