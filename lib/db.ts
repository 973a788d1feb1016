import { setImmediate, setTimeout as sleep } from "node:timers/promises";
import { PrismaPg } from "@prisma/adapter-pg";
import type pg from "pg";
import { Prisma, PrismaClient } from "@/generated/prisma/client";
import type { TenantScope } from "@/lib/caller";
import { config } from "@/lib/config/config";
import { changes } from "@/lib/db-changes";
import { dropQuietClients } from "@/lib/db-client";
import { type DatabaseDeadlines, databaseDeadlines } from "@/lib/db-deadlines";
import { databaseFailureOf, isWorthRepeating, sqlStateOf } from "@/lib/db-errors";
import { Connections, type PoolOptions } from "@/lib/db-pool";
import type { RowsOf, Statement } from "@/lib/db-round-trip";
import { beginningAs, beginningUnbound, tenantBindingPool } from "@/lib/db-tenant";
import { singleton } from "@/lib/singleton";

export { Prisma };

/** What any connection of this process is made with.
 *  @param own the deadlines that are others than usual */
export function connectionOptions(own: Partial<DatabaseDeadlines> = {}): PoolOptions {
  const deadlines = { ...databaseDeadlines(), ...own };
  const { statementMs, lockMs, idleMs } = deadlines;
  const settings = [
    // Whoever the login is, work is done as the role that owns nothing.
    "role=atrium_app",
    "timezone=UTC",
    `statement_timeout=${statementMs}`,
    `lock_timeout=${lockMs}`,
    `idle_in_transaction_session_timeout=${Math.max(idleMs, statementMs)}`,
  ];
  return {
    connectionString: config().databaseUrl,
    max: config().databasePool,
    options: settings.map((setting) => `-c ${setting}`).join(" "),
    connectionTimeoutMillis: deadlines.connectMs,
    silenceMs: deadlines.silenceMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: deadlines.heartbeatMs,
  };
}

/** Connections of this process, all under the application's role, which row-level security binds. */
export const pool = singleton("pool", () => new Connections(connectionOptions()));

/** Has this process hear of the changes that others make, from now on. */
export function listenForChanges(): void {
  if (listening.begun) return;
  listening.begun = true;
  changes.listen(connectionOptions());
  pool.alsoEnds(() => changes.end());
}

const listening = singleton("listening", () => ({ begun: false }));

const prisma = singleton(
  "prisma",
  () => new PrismaClient({ adapter: new PrismaPg(tenantBindingPool(pool)) }),
);

/** A transaction in which PostgreSQL shows and takes only one tenant's rows. Store functions take it
 *  first: whoever holds one has already said whose data they touch. */
export interface TenantTransaction extends TenantScope {
  readonly sql: Prisma.TransactionClient;
}

/** Runs `work` in one transaction, bound to the tenant by row-level security. Everything `work` writes
 *  commits together or not at all. Give it no network calls and no password hashing: it holds a connection. It runs a
 *  second time when PostgreSQL undid the first for a deadlock or a conflict, so that it may leave nothing behind but rows.
 *  @param isolation `RepeatableRead` gives several reads one snapshot */
export function inTenant<T>(
  scope: TenantScope,
  work: (transaction: TenantTransaction) => Promise<T>,
  options: { isolation?: Prisma.TransactionIsolationLevel } = {},
): Promise<T> {
  const { tenantId, environmentId } = scope;
  const { isolation } = options;
  // An isolation level has to be set before the first statement, so that BEGIN can't bring the tenant along.
  const bound = isolation === undefined;
  const begin = () =>
    prisma.$transaction(
      async (sql) => {
        if (!bound) await sql.$queryRaw`SELECT set_config('atrium.tenant_id', ${tenantId}, true)`;
        return work({ tenantId, environmentId, sql });
      },
      {
        maxWait: databaseDeadlines().connectMs,
        timeout: databaseDeadlines().transactionMs,
        ...(isolation ? { isolationLevel: isolation } : {}),
      },
    );
  const once = () => (bound ? beginningAs(tenantId, begin) : beginningUnbound(begin));
  const done = repeatedOnce(once);
  // Whoever has made a change sees it from now on, before PostgreSQL tells this process of it.
  return done.finally(() => changes.tell(tenantId));
}

/** Runs statements that do not wait for each other in one round trip and one transaction, bound to the tenant by
 *  row-level security as `inTenant` binds it, and without Prisma between. For the hot paths.
 *  @param mayWait for statements that wait for whoever holds a row, which must hold nobody else up meanwhile
 *  @returns the rows of each statement */
export async function atOnce<const S extends readonly Statement[]>(
  { tenantId }: Pick<TenantScope, "tenantId">,
  statements: S,
  { mayWait = false } = {},
): Promise<RowsOf<S>> {
  const bind = {
    name: "bind-tenant",
    sql: Prisma.sql`SELECT set_config('atrium.tenant_id', ${tenantId}, true)`,
  };
  const [, ...rows] = await repeatedOnce(() => pool.send([bind, ...statements], mayWait));
  return rows as RowsOf<S>;
}

/** How long two that were in each other's way keep apart, about. */
const PAUSE_MS = 50;

/** Runs once more what left nothing behind and may pass now: PostgreSQL undid it for somebody else's sake, or its
 *  connection had lost what was prepared on it. */
async function repeatedOnce<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isWorthRepeating(error)) throw error;
    if (databaseFailureOf(error) === "unprepared") await leaveForgetful(error);
    // Whoever was let go first has to get past: asked again at once, both would meet again.
    else await sleep(PAUSE_MS * (0.5 + Math.random()));
    return await work();
  }
}

/** Leaves the connections that nobody uses: where one has lost what was prepared on it, as behind a pooler, others have
 *  as well, and what is repeated must not come to one of those. */
async function leaveForgetful(error: unknown): Promise<void> {
  dropQuietClients(new Error("Connection terminated: its statements were lost", { cause: error }));
  // Their owners hear of it in this turn of the event loop.
  await setImmediate();
}

/** Runs a prepared statement within a transaction. */
export function runIn<Row extends object>(
  { sql }: Pick<TenantTransaction, "sql">,
  statement: PreparedSql<Row>,
): Promise<Row[]> {
  return sql.$queryRaw<Row[]>(statement.sql);
}

/** A statement of a hot path as stores write it. */
export interface PreparedSql<Row extends object> extends Statement<Row> {
  readonly sql: Prisma.Sql;
}

/** Queries that run before a tenant is known: resolving who is calling, platform keys, health. Without a
 *  tenant, row-level security shows no tenant's rows; only the resolving functions of the database do. */
export const beforeTenant: Pick<PrismaClient, "$queryRaw" | "signingKey" | "$disconnect"> = prisma;

/** The same for the few statements of every request: prepared once a connection under `name`. */
export async function queryBeforeTenant<T extends pg.QueryResultRow>(
  name: string,
  text: string,
  values: unknown[],
): Promise<T[]> {
  const [rows] = await queriesBeforeTenant([{ name, sql: { text, values } } as Statement<T>]);
  return rows;
}

/** Several of them in one round trip and one transaction.
 *  @returns the rows of each */
export function queriesBeforeTenant<const S extends readonly Statement[]>(
  statements: S,
): Promise<RowsOf<S>> {
  return repeatedOnce(() => pool.send(statements));
}

/** Whether an error is PostgreSQL's refusal of a second row with the same unique value. */
export function isUniqueViolation(error: unknown): boolean {
  return sqlStateOf(error) === "23505";
}
