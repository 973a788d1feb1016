import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { appendEvents } from "@/lib/core/audit/audit-event-store";
import { parseCheckpoint } from "@/lib/features/audit-log/log/checkpoint";
import {
  readCosignatures,
  readServedCheckpoint,
} from "@/lib/features/audit-log/log/cosignatures-store";
import { readLogHead } from "@/lib/features/audit-log/log/log-reading-store";
import { confirmedBy } from "@/lib/features/audit-log/log/note-signatures";
import { sequenceEvents } from "@/lib/features/audit-log/log/sequence-events";
import { logOrigin, logVerifiers } from "@/lib/features/audit-log/log/sign-checkpoint";
import { parseNote } from "@/lib/features/audit-log/log/signed-note";
import { cosignLogs, keepCosigning } from "@/lib/features/audit-log/witness/keep-cosigning";
import { readWitnessNotes } from "@/lib/features/audit-log/witness/witness-store";
import { noRequest } from "@/lib/kernel/caller";
import { config } from "@/lib/kernel/config/config";
import { inBatch } from "@/lib/kernel/db/batch";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { aWitness, type TestWitness } from "@/tests/support/a-witness";

let owner: pg.Client;
let acme: TestEnvironment;
let witness: TestWitness;
const never = new AbortController().signal;
let named = 0;

beforeAll(async () => {
  owner = new pg.Client({ connectionString: config().databaseOwnerUrl });
  await owner.connect();
});
afterAll(() => owner.end());
beforeEach(async () => {
  // This test's witness must not get logs of earlier tests.
  await owner.query("DELETE FROM audit_witness_notes");
  acme = await aTenant();
  named += 1;
  witness = await aWitness(`witness-${named}.example/atrium`);
  witness.trust(await logVerifiers(logOrigin(acme.publicId)));
  return () => witness.stop();
});

/** Adds a number of events to the log, and returns its size. */
async function grow(count: number): Promise<number> {
  const event = {
    kind: "login.succeeded" as const,
    actor: { type: "tenant" as const, id: acme.tenantId },
    context: noRequest,
    at: new Date(),
  };
  await appendEvents(
    acme,
    Array.from({ length: count }, () => event),
  );
  while ((await sequenceEvents()).taken > 0);
  return (await inBatch(acme, readLogHead))?.size ?? 0;
}

/** Requests cosignatures of every log that is due, now. */
async function ask(): Promise<void> {
  await owner.query("UPDATE audit_witness_notes SET next_attempt_at = now() WHERE tenant_id = $1", [
    acme.tenantId,
  ]);
  // The first run creates rows with times in milliseconds: they are due a moment later.
  for (let idle = 0; idle < 2; )
    idle = (await cosignLogs(witness, never)).requested > 0 ? 0 : idle + 1;
}

async function noteOf() {
  const notes = await inBatch(acme, readWitnessNotes);
  return notes.find((note) => note.witness === witness.verifier.text);
}

const served = async () => (await inBatch(acme, readServedCheckpoint))?.checkpoint ?? "";

/** Time at which the witness has seen the served checkpoint; false for never. */
async function cosignedAt(note: string): Promise<boolean | Date> {
  const { text, signatures } = parseNote(note) ?? { text: "", signatures: [] };
  return confirmedBy(witness.verifier, { text, signatures });
}

test("a witness is asked even if a clock that was an hour ahead has postponed the next request", async () => {
  await grow(1);
  await ask();
  await grow(1);
  await owner.query(
    "UPDATE audit_witness_notes SET next_attempt_at = now() + interval '2 hours' WHERE tenant_id = $1",
    [acme.tenantId],
  );
  expect((await cosignLogs(witness, never)).requested).toBeGreaterThan(0);
});

test("a log that grows is cosigned from size to size, and its last checkpoint carries the cosignature", async () => {
  for (const more of [3, 1, 300, 2]) {
    const size = await grow(more);
    expect(await cosignedAt(await served())).toBe(false);
    await ask();
    const note = await served();
    expect(parseCheckpoint(note)?.size).toBe(size);
    expect(await cosignedAt(note)).toBeInstanceOf(Date);
    expect(await inBatch(acme, readCosignatures)).toEqual([
      { name: witness.verifier.name, size, at: expect.any(Date) },
    ]);
    expect(witness.seen.get(logOrigin(acme.publicId))?.size).toBe(size);
  }
  expect(witness.requests.filter(({ status }) => status === 409)).toEqual([]);
  const { length } = witness.requests;
  await ask();
  expect(witness.requests).toHaveLength(length);
});

test("a witness that has seen a later size gets a second request from there at once", async () => {
  await grow(5);
  await ask();
  const size = await grow(4);
  await ask();
  await owner.query(
    "UPDATE audit_witness_notes SET size = 0, checkpoint = NULL, cosignature = NULL, cosigned_at = NULL WHERE tenant_id = $1",
    [acme.tenantId],
  );
  witness.requests.length = 0;
  await ask();
  expect(witness.requests.filter(({ older, status }) => older === size || status === 409)).toEqual([
    { older: 0, status: 409 },
    { older: size, status: 200 },
  ]);
  expect(await noteOf()).toMatchObject({ size, failures: 0, failure: null });
});

test("a restored backup is reported as such, while it is shorter and once it has outgrown the witness's size", async () => {
  const early = await grow(5);
  await ask();
  const tables = ["audit_logs", "audit_log_hashes", "audit_witness_notes"];
  for (const table of tables) {
    await owner.query(
      `CREATE TEMPORARY TABLE kept_${table} AS SELECT * FROM ${table} WHERE tenant_id = $1`,
      [acme.tenantId],
    );
  }
  const late = await grow(6);
  await ask();
  // The trail and its log are those of the backup; the witness has seen a later state.
  await owner.query("DELETE FROM audit_log_entries WHERE tenant_id = $1 AND position >= $2", [
    acme.tenantId,
    early,
  ]);
  for (const table of tables) {
    await owner.query(`DELETE FROM ${table} WHERE tenant_id = $1`, [acme.tenantId]);
    await owner.query(`INSERT INTO ${table} SELECT * FROM kept_${table}`);
    await owner.query(`DROP TABLE kept_${table}`);
  }
  await owner.query("ALTER TABLE audit_events DISABLE TRIGGER USER");
  await owner.query(
    "DELETE FROM audit_events WHERE tenant_id = $1 AND NOT EXISTS (SELECT FROM audit_log_entries l WHERE l.event_id = audit_events.id)",
    [acme.tenantId],
  );
  await owner.query("ALTER TABLE audit_events ENABLE TRIGGER USER");
  expect(await grow(2)).toBe(early + 2);
  await ask();
  expect(await noteOf()).toMatchObject({ size: early, failures: 1, failure: `ahead ${late}` });
  expect(await cosignedAt(await served())).toBe(false);
  await grow(late);
  await ask();
  expect(await noteOf()).toMatchObject({ size: early, failures: 2, failure: "inconsistent 422" });
  expect(witness.seen.get(logOrigin(acme.publicId))?.size).toBe(late);
});

test.each([
  ["forged", "unsigned"],
  ["busy", "answer 503"],
  ["absent", "unknown 404"],
] as const)(
  "a response that is %s is stored as a failure, and the witness is asked later",
  async (how, failure) => {
    const size = await grow(3);
    witness.misbehave(how);
    await ask();
    expect(await noteOf()).toMatchObject({ size: 0, failures: 1, failure, cosignedAt: null });
    expect(await cosignedAt(await served())).toBe(false);
    // No request at once.
    const { length } = witness.requests;
    await cosignLogs(witness, never);
    expect(witness.requests).toHaveLength(length);
    witness.misbehave(null);
    await ask();
    if (how === "forged") expect((await noteOf())?.failure).toBeNull();
    expect(await noteOf()).toMatchObject({ size, failures: 0, failure: null });
  },
);

test("a log that its witness does not trust, or that was refused, has no cosignature", async () => {
  acme = await aTenant();
  await grow(2);
  await ask();
  expect(await noteOf()).toMatchObject({ failures: 1, failure: "unknown 404" });
  await owner.query("UPDATE audit_logs SET refused_at = now() WHERE tenant_id = $1", [
    acme.tenantId,
  ]);
  witness.requests.length = 0;
  await ask();
  expect(await noteOf()).toMatchObject({ failures: 1 });
});

test("several workers request a log's cosignature once, and a silent witness delays neither the others nor the log", async () => {
  const [silent, quick] = [await aWitness("silent.example"), witness];
  silent.misbehave("silent");
  await grow(1);
  const workers = [1, 2, 3].map(() => keepCosigning([silent, quick]));
  try {
    const size = await grow(3);
    const isCosigned = async () => {
      await owner.query(
        "UPDATE audit_witness_notes SET next_attempt_at = now() WHERE tenant_id = $1 AND witness = $2 AND size > 0",
        [acme.tenantId, quick.verifier.text],
      );
      return (await noteOf())?.size;
    };
    await expect.poll(isCosigned, { timeout: 15_000, interval: 200 }).toBe(size);
    expect(quick.requests.filter(({ status }) => status === 409)).toEqual([]);
  } finally {
    const startedAt = performance.now();
    await Promise.all(workers.map((worker) => worker.stop()));
    expect(performance.now() - startedAt).toBeLessThan(5_000);
    await silent.stop();
  }
}, 40_000);

test("a timeout is a failure like any other", async () => {
  const size = await grow(1);
  await ask();
  await grow(1);
  witness.misbehave("silent");
  await ask();
  expect(await noteOf()).toMatchObject({
    size,
    failures: 1,
    failure: "unreached no answer in time",
  });
}, 40_000);
