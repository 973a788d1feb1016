import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { exportLines } from "@/cli/audit/input-files";
import { sequenceEvents } from "@/lib/features/audit-log/log/sequence-events";
import { exportProof } from "@/lib/features/audit-log/verify/export-proof";
import { readLogVerifiers } from "@/lib/features/audit-log/verify/stored-checkpoint";
import type { NamedTenant } from "@/lib/features/audit-log/verify/stored-log";
import type { Verified } from "@/lib/features/audit-log/verify/verified";
import { verifyExport } from "@/lib/features/audit-log/verify/verify-export";
import { verifyStoredLog } from "@/lib/features/audit-log/verify/verify-stored-log";
import { write } from "@/lib/kernel/db/queryable";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { aTenant } from "@/tests/builders/a-tenant";
import { analyze } from "./analyze";
import { memory, resetPeak } from "./memory";

/** Events that one statement writes. */
const SLICE = 50_000;

/** Cost of one step. */
interface Took {
  name: string;
  seconds: number;
  /** Of this process's CPU; PostgreSQL's is not in it. */
  cpuSeconds: number;
  /** The most that this process held, in MiB. */
  peakMiB: number;
}

/** Measures the verification of an intact log of some length.
 *  @param file of the export */
export async function verifyLog(count: number, file: string): Promise<Took[]> {
  const tenant = await tenantWithEvents(count);
  const sequenced = await took("taken into the log", async () => {
    while ((await sequenceEvents()).taken > 0);
  });
  await analyze();
  const trust = { keys: await readLogVerifiers(tenant), witnesses: [], kept: [] };
  const stored = await took("verified as stored", async () =>
    whole(await verifyStoredLog(tenant, trust), count),
  );
  const exported = await took("exported with proof", () =>
    pipeline(
      Readable.from(
        (async function* () {
          for await (const { lines } of exportProof(tenant)) yield lines;
        })(),
      ),
      createWriteStream(file),
    ),
  );
  const offline = await took("verified as an export", async () => {
    const lines = exportLines(file, () => {});
    whole(await verifyExport(lines, { ...trust, keptSince: null }), count);
  });
  return [sequenced, stored, exported, offline];
}

async function tenantWithEvents(count: number): Promise<NamedTenant> {
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

async function took(name: string, work: () => Promise<unknown>): Promise<Took> {
  resetPeak(process.pid);
  const [startedAt, cpu] = [performance.now(), process.cpuUsage()];
  await work();
  const seconds = (performance.now() - startedAt) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  return { name, seconds, cpuSeconds: (user + system) / 1e6, peakMiB: memory(process.pid).peak };
}
