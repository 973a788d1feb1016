// GET /management/users: does memory grow with the number of users, and how far is it from what PostgreSQL
// itself can send? Each reading runs in a process of its own, so that its peak is only its own.
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { ownDatabase } from "./support/own-database";

const SIZES = [10_000, 100_000, Number(process.env.BENCH_USERS ?? 500_000)];

interface Reading {
  bytes: number;
  users: number;
  seconds: number;
  peakMiB: number;
  idleMiB: number;
}

/** Reads all users at each size, then the same rows by COPY. */
export async function run(): Promise<void> {
  const database = await ownDatabase();
  try {
    const peaks: number[] = [];
    for (const size of SIZES) {
      const tenant = await aTenantOf(size);
      const reading = await readInOwnProcess(tenant.token);
      if (reading.users !== size) throw new Error(`${reading.users} of ${size} users were listed`);
      peaks.push(reading.peakMiB);
      report(reading);
      await compareWithCopy(tenant, reading);
    }
    const growth = peaks.map((peak) => (peak / (peaks[0] ?? peak)).toFixed(2)).join(", ");
    console.log(`\nPeak memory at ${SIZES.join(", ")} users, beside the first: ${growth}`);
  } finally {
    await database.stop();
  }
}

/** A tenant with this many users, each a member of one organization. */
async function aTenantOf(size: number) {
  const { ensureSigningKeys } = await import("@/lib/signing-keys/ensure-signing-keys");
  await ensureSigningKeys(process.env.DATABASE_OWNER_URL ?? "");
  const { aTenant } = await import("@/tests/builders/a-tenant");
  const { aMachineToken } = await import("@/tests/builders/a-machine-token");
  const { anOrganization } = await import("@/tests/builders/an-organization");
  const { inTenant } = await import("@/lib/db");
  const tenant = await aTenant({ name: `With ${size}` });
  const organization = await anOrganization(tenant);
  const insert = (from: number, to: number) =>
    inTenant(
      tenant,
      ({ sql, tenantId, environmentId }) => sql.$executeRaw`
        WITH made AS (
          INSERT INTO users (tenant_id, environment_id, email, email_key, display_name, password_hash)
          SELECT ${tenantId}::uuid, ${environmentId}::uuid, e, e, 'User ' || n, repeat('x', 97)
          FROM generate_series(${from}::int, ${to}::int) n,
               LATERAL (SELECT 'user' || n || '@example.com' AS e) address
          RETURNING id)
        INSERT INTO memberships (tenant_id, environment_id, organization_id, user_id)
        SELECT ${tenantId}::uuid, ${environmentId}::uuid, ${organization.id}::uuid, id FROM made`,
      { timeoutMs: 120_000 },
    );
  const STEP = 25_000;
  for (let from = 1; from <= size; from += STEP)
    await insert(from, Math.min(size, from + STEP - 1));
  await asOwner((client) => client.query("VACUUM ANALYZE users, memberships"));
  return { tenantId: tenant.tenantId, token: await aMachineToken(tenant, ["users:read"]) };
}

async function readInOwnProcess(token: string): Promise<Reading> {
  const file = join(import.meta.dirname, "support/read-all-users.ts");
  const { stdout } = await promisify(execFile)(process.execPath, ["--import", "tsx", file], {
    env: { ...process.env, BENCH_TOKEN: token },
  });
  return JSON.parse(stdout);
}

function report({ users, bytes, seconds, peakMiB, idleMiB }: Reading): void {
  const speed = `${(bytes / 2 ** 20 / seconds).toFixed(0)} MiB/s, ${(users / seconds).toFixed(0)} users/s`;
  console.log(
    `\n${users} users, ${(bytes / 2 ** 20).toFixed(1)} MiB in ${seconds.toFixed(2)} s: ${speed}`,
  );
  console.log(
    `  the process: ${idleMiB.toFixed(0)} MiB before, ${peakMiB.toFixed(0)} MiB at its peak`,
  );
}

/** The same rows as PostgreSQL sends them when nothing is asked of it but to send. */
async function compareWithCopy({ tenantId }: { tenantId: string }, reading: Reading) {
  const rows = `
    SELECT id, email, display_name, status, email_verified_method, email_verified_at, external_id, locale,
      last_sign_in_at, suspended_at, created_at, updated_at FROM users WHERE tenant_id = '${tenantId}' ORDER BY id`;
  const withMemberships = `
    SELECT u.*, (SELECT json_agg(json_build_object('organization_id', m.organization_id, 'role_id', m.role_id,
      'status', m.status)) FROM memberships m WHERE m.user_id = u.id) FROM (${rows}) u`;
  for (const [what, query] of [
    ["users alone", rows],
    ["users with memberships", withMemberships],
  ] as const) {
    const began = performance.now();
    await asOwner((client) => client.query(`COPY (${query}) TO STDOUT`));
    const seconds = (performance.now() - began) / 1000;
    const ratio = (reading.seconds / seconds).toFixed(1);
    console.log(`  COPY, ${what}: ${seconds.toFixed(2)} s; the listing takes ${ratio} times that`);
  }
}

async function asOwner(work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: process.env.DATABASE_OWNER_URL });
  await client.connect();
  try {
    // The tables' owner passes row-level security.
    await work(client);
  } finally {
    await client.end();
  }
}
