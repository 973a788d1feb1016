import { PrismaPg } from "@prisma/adapter-pg";
import type pg from "pg";
import { Prisma, PrismaClient } from "@/generated/prisma/client";
import type { TenantScope } from "@/lib/caller";
import { config } from "@/lib/config/config";
import { changes } from "@/lib/db-changes";
import { Connections } from "@/lib/db-pool";
import type { RowsOf, Statement } from "@/lib/db-round-trip";
import { beginningAs, beginningUnbound, tenantBindingPool } from "@/lib/db-tenant";
import { singleton } from "@/lib/singleton";

export { Prisma };

/** What any connection of this process is made with. */
export const connectionOptions = () => ({
  connectionString: config().databaseUrl,
  max: config().databasePool,
  // Whoever the login is, work is done as the role that owns nothing.
  options: "-c role=atrium_app -c timezone=UTC",
  connectionTimeoutMillis: 10_000,
});

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
 *  commits together or not at all. Give it no network calls and no password hashing: it holds a connection.
 *  @param isolation `RepeatableRead` gives several reads one snapshot */
export function inTenant<T>(
  scope: TenantScope,
  work: (transaction: TenantTransaction) => Promise<T>,
  options: { isolation?: Prisma.TransactionIsolationLevel; timeoutMs?: number } = {},
): Promise<T> {
  const { tenantId, environmentId } = scope;
  const { isolation, timeoutMs } = options;
  // An isolation level has to be set before the first statement, so that BEGIN can't bring the tenant along.
  const bound = isolation === undefined;
  const begin = () =>
    prisma.$transaction(
      async (sql) => {
        if (!bound) await sql.$queryRaw`SELECT set_config('atrium.tenant_id', ${tenantId}, true)`;
        return work({ tenantId, environmentId, sql });
      },
      {
        maxWait: 10_000,
        timeout: timeoutMs ?? 15_000,
        ...(isolation ? { isolationLevel: isolation } : {}),
      },
    );
  const done = bound ? beginningAs(tenantId, begin) : beginningUnbound(begin);
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
  const [, ...rows] = await pool.send([bind, ...statements], mayWait);
  return rows as RowsOf<S>;
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
  return pool.send(statements);
}

/** Whether an error is PostgreSQL's refusal of a second row with the same unique value. */
export function isUniqueViolation(error: unknown): boolean {
  if (error instanceof Prisma.PrismaClientKnownRequestError) {
    if (error.code === "P2002") return true;
    return error.code === "P2010" && JSON.stringify(error.meta ?? {}).includes("23505");
  }
  return false;
}

/** Whether an error says that PostgreSQL could not be reached or had no connection free: worth a retry,
 *  unlike a query that is wrong. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof Prisma.PrismaClientInitializationError) return true;
  if (error instanceof Error && lostConnection.test(error.message)) return true;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return [
    "P1001",
    "P1002",
    "P1008",
    "P1017",
    "P2024",
    "P2028",
    "ECONNREFUSED",
    "57P01",
    "57P03",
  ].includes(code);
}

/** How the driver says that it got no connection or lost one; there is no code. */
const lostConnection =
  /^(timeout exceeded when trying to connect|Connection terminated|Client (has encountered a connection error|was closed))/;
