import { beforeTenant, pool, type TenantTransaction } from "@/lib/db";

/** The tenant whose users are the administrators of all others, and the dashboard's relying party. */
export interface Platform {
  tenantId: string;
  environmentId: string;
  dashboardClientId: string;
}

/** The platform, or null where none has been set up yet. */
export async function readPlatform(): Promise<Platform | null> {
  const rows = await beforeTenant.$queryRaw<Platform[]>`
    SELECT platform_tenant_id AS "tenantId", platform_environment_id AS "environmentId",
           dashboard_client_id AS "dashboardClientId" FROM platform WHERE id = 1`;
  return rows[0] ?? null;
}

/** Notes which tenant is the platform; a second one is refused by the database. */
export async function insertPlatform(
  { sql, tenantId, environmentId }: TenantTransaction,
  dashboardClientId: string,
): Promise<void> {
  await sql.$executeRaw`
    INSERT INTO platform (id, platform_tenant_id, platform_environment_id, dashboard_client_id)
    VALUES (1, ${tenantId}::uuid, ${environmentId}::uuid, ${dashboardClientId})`;
}

// Any number of ours will do; migrations hold another (scripts/db/migrate.ts).
const LOCK = 7_283_747;

/** Runs `work` while nobody else, in whatever process, does the same: of two that find no platform, the second
 *  finds the one that the first has made. */
export async function settingUpAlone<T>(work: () => Promise<T>): Promise<T> {
  const connection = await pool.connect();
  try {
    await connection.query("SELECT pg_advisory_lock($1)", [LOCK]);
    return await work();
  } finally {
    await connection.query("SELECT pg_advisory_unlock($1)", [LOCK]);
    connection.release();
  }
}
