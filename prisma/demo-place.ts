import { setTimeout as sleep } from "node:timers/promises";
import { listTenants } from "@/lib/core/operators/list-tenants";
import { readPlatform } from "@/lib/core/platform/platform-store";
import { resolveTenant } from "@/lib/core/tenants/tenant-store";
import { connections } from "@/lib/kernel/db/connections";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";

/** Actor of the demo's audit events. They can't be changed, so they show what the demo created in a
 *  database. */
export const SEED = { type: "operator", id: "seed" } as const;

// An arbitrary number of ours; migrations and the platform use others.
const LOCK = 7_283_751;
const PATIENCE_MS = 120_000;

/** Runs `work` while no other server of this database does the same. It polls instead of waiting within
 *  PostgreSQL, where locks have a short timeout.
 *  @throws Error when another takes longer than two minutes */
export async function withSeedLock<T>(work: () => Promise<T>): Promise<T> {
  const connection = await connections.connect();
  try {
    for (const startedAt = Date.now(); ; await sleep(200)) {
      const { rows } = await connection.query<{ mine: boolean }>(
        "SELECT pg_try_advisory_lock($1) AS mine",
        [LOCK],
      );
      if (rows[0]?.mine) break;
      if (Date.now() - startedAt > PATIENCE_MS)
        throw new Error("another server is writing demo data into this database, and does not end");
    }
    try {
      return await work();
    } finally {
      await connection.query("SELECT pg_advisory_unlock($1)", [LOCK]);
    }
  } finally {
    connection.release();
  }
}

/** Whether this database is for a demo: it holds no tenant, or only those of a demo that was interrupted
 *  while it was written. Only the database knows: the file with the demo's secrets is on the one server that
 *  made it. */
export async function isForDemo(): Promise<boolean> {
  if (await isSeeded()) return false;
  for (const { publicId } of await listTenants()) if (!(await isOfSeed(publicId))) return false;
  return true;
}

/** Whether a demo is complete: its operator, written last, exists. */
async function isSeeded(): Promise<boolean> {
  const platform = await readPlatform();
  if (!platform) return false;
  return inPrismaTransaction(platform, async ({ prisma }) => {
    const kind = "operator.added";
    return (await prisma.auditEvent.count({ where: { kind, actor: { equals: SEED } } })) > 0;
  });
}

async function isOfSeed(publicId: string): Promise<boolean> {
  const tenant = await resolveTenant(publicId);
  if (!tenant) return false;
  return inPrismaTransaction(
    { tenantId: tenant.tenantId, environmentId: "" },
    async ({ prisma }) => {
      const kind = "tenant.created";
      return (await prisma.auditEvent.count({ where: { kind, actor: { equals: SEED } } })) > 0;
    },
  );
}
