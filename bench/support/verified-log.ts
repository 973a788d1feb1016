import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { exportLines } from "@/cli/audit/input-files";
import type { NamedTenant } from "@/lib/features/audit-log/verify/stored-log";
import type { Verified } from "@/lib/features/audit-log/verify/verified";
import { memory, resetPeak } from "./memory";
import { ownDatabase } from "./own-database";

/** Events that one statement writes. */
const SLICE = 50_000;

/** Cost of one step. */
interface Took {
  seconds: number;
  /** Of this process's CPU; PostgreSQL's is not in it. */
  cpuSeconds: number;
  /** The most that this process held, in MiB. */
  peakMiB: number;
}

export interface LogTimes {
  events: number;
  sequenced: Took;
  stored: Took;
  exported: Took;
  offline: Took;
}

/** Measures the verification of an intact log of some length. PostgreSQL has the same two cores. */
export async function verifiedLog(count: number): Promise<LogTimes> {
  const database = await ownDatabase();
  const folder = await mkdtemp(join(tmpdir(), "atrium-bench-audit-"));
  try {
    return await measured(count, join(folder, "log.jsonl"));
  } finally {
    await rm(folder, { recursive: true });
    await database.stop();
  }
}

async function measured(count: number, file: string): Promise<LogTimes> {
  const { verifyStoredLog } = await import("@/lib/features/audit-log/verify/verify-stored-log");
  const { verifyExport } = await import("@/lib/features/audit-log/verify/verify-export");
  const { readLogVerifiers } = await import("@/lib/features/audit-log/verify/stored-checkpoint");
  const { exportProof } = await import("@/lib/features/audit-log/verify/export-proof");
  const { sequenceEvents } = await import("@/lib/features/audit-log/log/sequence-events");
  const { analyze } = await import("./analyze");
  const tenant = await tenantWithEvents(count);
  const sequenced = await took(async () => {
    while ((await sequenceEvents()).taken > 0);
  });
  await analyze();
  const keys = await readLogVerifiers(tenant);
  const trust = { keys, witnesses: [], kept: [] };
  const stored = await took(async () => whole(await verifyStoredLog(tenant, trust), count));
  const exported = await took(() =>
    pipeline(
      Readable.from(
        (async function* () {
          for await (const { lines } of exportProof(tenant)) yield lines;
        })(),
      ),
      createWriteStream(file),
    ),
  );
  const offline = await took(async () => {
    const lines = exportLines(file, () => {});
    whole(await verifyExport(lines, { ...trust, keptSince: null }), count);
  });
  return { events: count, sequenced, stored, exported, offline };
}

async function tenantWithEvents(count: number): Promise<NamedTenant> {
  const { aTenant } = await import("@/tests/builders/a-tenant");
  const { inTransaction } = await import("@/lib/kernel/db/transaction");
  const { write } = await import("@/lib/kernel/db/queryable");
  const tenant = await aTenant({ name: "Bench" });
  for (let from = 0; from < count; from += SLICE) {
    const slice = Math.min(SLICE, count - from);
    await inTransaction(tenant, (db) =>
      db.execute(write`
        INSERT INTO audit_events (tenant_id, environment_id, kind, actor, targets, context, metadata, occurred_at)
        SELECT ${db.tenantId}::uuid, ${db.environmentId}::uuid, 'login.succeeded', '{"type":"service","id":"login"}',
          jsonb_build_array(jsonb_build_object('type', 'user', 'id', gen_random_uuid())),
          '{"ip_address":"198.51.100.7","user_agent":"Mozilla/5.0 (X11; Linux x86_64)","request_id":"01JQ"}',
          '{"channel":"direct","amr":["pwd"]}', now()
        FROM generate_series(1, ${slice}::int)`),
    );
  }
  return tenant;
}

/** Fails if the measured work had a wrong result. */
function whole({ findings, events }: Verified, count: number): void {
  if (findings.length > 0 || events < count)
    throw new Error(`${events} of ${count} events, ${findings.length} findings`);
}

async function took(work: () => Promise<unknown>): Promise<Took> {
  resetPeak(process.pid);
  const [startedAt, cpu] = [performance.now(), process.cpuUsage()];
  await work();
  const seconds = (performance.now() - startedAt) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  return { seconds, cpuSeconds: (user + system) / 1e6, peakMiB: memory(process.pid).peak };
}
