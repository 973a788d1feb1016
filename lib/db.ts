import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { Prisma, PrismaClient } from "@/generated/prisma/client";
import type { TenantScope } from "@/lib/caller";
import { config } from "@/lib/config/config";
import { singleton } from "@/lib/singleton";

export { Prisma };

/** Connections of this process, all under the application's role, which row-level security binds. */
export const pool = singleton(
  "pool",
  () =>
    new pg.Pool({
      connectionString: config().databaseUrl,
      max: config().databasePool,
      // Whoever the login is, work is done as the role that owns nothing.
      options: "-c role=atrium_app -c timezone=UTC",
      connectionTimeoutMillis: 10_000,
    }),
);

const prisma = singleton("prisma", () => new PrismaClient({ adapter: new PrismaPg(pool) }));

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
  return prisma.$transaction(
    async (sql) => {
      await sql.$queryRaw`SELECT set_config('atrium.tenant_id', ${scope.tenantId}, true)`;
      return work({ tenantId: scope.tenantId, environmentId: scope.environmentId, sql });
    },
    {
      maxWait: 10_000,
      timeout: options.timeoutMs ?? 15_000,
      ...(options.isolation ? { isolationLevel: options.isolation } : {}),
    },
  );
}

/** Queries that run before a tenant is known: resolving who is calling, platform keys, health. Without a
 *  tenant, row-level security shows no tenant's rows; only the resolving functions of the database do. */
export const beforeTenant: Pick<PrismaClient, "$queryRaw" | "signingKey" | "$disconnect"> = prisma;

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
