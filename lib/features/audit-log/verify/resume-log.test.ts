import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { appendEvents } from "@/lib/core/audit/audit-event-store";
import { readLogHead } from "@/lib/features/audit-log/log/log-reading-store";
import { sequenceEvents } from "@/lib/features/audit-log/log/sequence-events";
import { resumeRefusedLog } from "@/lib/features/audit-log/verify/resume-log";
import { verifyStoredLog } from "@/lib/features/audit-log/verify/verify-stored-log";
import { noRequest } from "@/lib/kernel/caller";
import { config } from "@/lib/kernel/config/config";
import { inBatch } from "@/lib/kernel/db/batch";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";

const by = { actor: { type: "operator", id: "tests" }, context: noRequest } as const;
let owner: pg.Client;
let acme: TestEnvironment;

beforeAll(async () => {
  owner = new pg.Client({ connectionString: config().databaseOwnerUrl });
  await owner.connect();
});
afterAll(() => owner.end());
beforeEach(async () => {
  acme = await aTenant();
});

async function someEvents(count: number): Promise<void> {
  const one = {
    kind: "login.succeeded" as const,
    actor: { type: "tenant" as const, id: acme.tenantId },
    context: noRequest,
    at: new Date(),
  };
  await appendEvents(
    acme,
    Array.from({ length: count }, () => one),
  );
}

async function sequenceAll(): Promise<void> {
  while ((await sequenceEvents()).taken > 0);
}

const head = () => inBatch(acme, readLogHead);
const swapHash = (set: string) =>
  owner.query(
    `UPDATE audit_log_hashes SET hash = ${set} WHERE tenant_id = $1 AND level = 0 AND position = 2`,
    [acme.tenantId],
  );
/** Changes a hash as the owner of the database could.
 *  @returns a function that restores it */
async function tamper(): Promise<() => Promise<unknown>> {
  const { rows } = await owner.query<{ hash: Buffer }>(
    "SELECT hash FROM audit_log_hashes WHERE tenant_id = $1 AND level = 0 AND position = 2",
    [acme.tenantId],
  );
  await swapHash("sha256(hash)");
  return () => swapHash(`'\\x${rows[0]?.hash.toString("hex")}'`);
}

test("a refused log resumes once it is as it was signed, with every event that was written meanwhile", async () => {
  await someEvents(10);
  await sequenceAll();
  const repair = await tamper();
  await someEvents(3);
  await sequenceAll();
  const refused = await head();
  expect(refused?.refusedAt).toBeInstanceOf(Date);
  await expect(resumeRefusedLog(by, acme)).rejects.toThrow(
    /stays refused\.\nHashes of the tree were changed/,
  );
  expect((await head())?.refusedAt).toEqual(refused?.refusedAt);
  await repair();
  // Logs of other tenants grow meanwhile.
  await aTenant();
  await sequenceAll();
  expect(await resumeRefusedLog(by, acme)).toEqual({ events: refused?.size, size: refused?.size });
  await sequenceAll();
  // Including the event about it.
  expect(await head()).toMatchObject({ size: (refused?.size ?? 0) + 4, refusedAt: null });
  const { rows } = await owner.query(
    "SELECT metadata->>'events' AS events FROM audit_events WHERE tenant_id = $1 AND kind = 'audit_log.resumed'",
    [acme.tenantId],
  );
  expect(rows).toEqual([{ events: String(refused?.size) }]);
  const verified = await verifyStoredLog(acme, { keys: null, witnesses: [], kept: [] });
  expect(verified).toMatchObject({ findings: [], waiting: 0 });
});

test("a log that is not refused cannot be resumed", async () => {
  await someEvents(1);
  await sequenceAll();
  await expect(resumeRefusedLog(by, acme)).rejects.toMatchObject({ reason: "conflict" });
});

test("a log that is not as it was signed stays refused", async () => {
  await someEvents(10);
  await sequenceAll();
  await tamper();
  await someEvents(1);
  await sequenceAll();
  const refused = await head();
  await owner.query("UPDATE audit_logs SET refused_at = NULL WHERE tenant_id = $1", [
    acme.tenantId,
  ]);
  await someEvents(1);
  await sequenceAll();
  expect(await head()).toMatchObject({ size: refused?.size, refusedAt: expect.any(Date) });
});

test("events written while a log is refused are waiting, whatever the clock was, and are sequenced when it resumes", async () => {
  await someEvents(10);
  await sequenceAll();
  const repair = await tamper();
  await someEvents(1);
  await sequenceAll();
  await owner.query(
    `INSERT INTO audit_events (id, tenant_id, environment_id, kind, actor, occurred_at)
     VALUES ('01900000-0000-7000-8000-00000000000a', $1, $2, 'login.failed', '{"type":"tenant","id":"x"}', now())`,
    [acme.tenantId, acme.environmentId],
  );
  await sequenceAll();
  await repair();
  const input = { keys: null, witnesses: [], kept: [] };
  const refused = await verifyStoredLog(acme, input);
  expect(refused.findings.map(({ kind }) => kind)).toEqual(["head"]);
  expect(refused).toMatchObject({ waiting: 2, late: 1 });
  await resumeRefusedLog(by, acme);
  await sequenceAll();
  expect(await verifyStoredLog(acme, input)).toMatchObject({ findings: [], waiting: 0, late: 0 });
});
