import { generateKeyPairSync } from "node:crypto";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { setUpPlatform } from "@/lib/core/platform/set-up-platform";
import { noteVerifier } from "@/lib/features/audit-log/log/note-signatures";
import { sequenceEvents } from "@/lib/features/audit-log/log/sequence-events";
import { readLogSignals, readRefusedLogs } from "@/lib/features/audit-log/witness/log-signal-store";
import { readWitnesses } from "@/lib/features/audit-log/witness/read-witnesses";
import { namedWitnesses } from "@/lib/features/audit-log/witness/witness";
import { config } from "@/lib/kernel/config/config";
import { inBatch } from "@/lib/kernel/db/batch";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";

const verifierOf = (name: string) =>
  noteVerifier(name, generateKeyPairSync("ed25519").publicKey, "cosignature").text;
const [first, second, former] = [
  ...[verifierOf("first.example"), verifierOf("second.example"), verifierOf("former.example")],
];
let owner: pg.Client;
let acme: TestEnvironment;

beforeAll(async () => {
  owner = new pg.Client({ connectionString: config().databaseOwnerUrl });
  await owner.connect();
});
afterAll(() => owner.end());
beforeEach(async () => {
  acme = await aTenant();
  while ((await sequenceEvents()).taken > 0);
  config().auditWitnesses = [first, second].map((verifier) => ({
    verifier: verifier ?? "",
    url: "http://127.0.0.1:1",
  }));
});
afterEach(() => {
  config().auditWitnesses = [];
});

const note = (
  witness: string | undefined,
  failures: number,
  failure: string | null,
  line: string | null,
) =>
  owner.query(
    `INSERT INTO audit_witness_notes (tenant_id, witness, failures, failure, cosignature, size, checkpoint, cosigned_at)
     SELECT tenant_id, $2, $3, $4, $5::text, CASE WHEN $5 IS NULL THEN 0 ELSE size END, CASE WHEN $5 IS NULL THEN NULL ELSE checkpoint END,
       CASE WHEN $5 IS NULL THEN NULL ELSE now() END FROM audit_logs WHERE tenant_id = $1`,
    [acme.tenantId, witness, failures, failure, line],
  );

test("witnesses are listed with their state, current ones first, then former ones that have cosigned", async () => {
  expect(namedWitnesses().map(({ verifier }) => verifier.text)).toEqual([first, second]);
  expect(await inBatch(acme, readWitnesses)).toMatchObject({
    cosigned: null,
    witnesses: [
      { name: "first.example", isNamed: true, size: 0, cosignedAt: null, failure: null },
      { name: "second.example", isNamed: true },
    ],
  });
  await note(first, 0, null, "— first.example AAAAAAAA\n");
  await note(second, 3, "ahead 212", null);
  await note(former, 0, null, "— former.example AAAAAAAA\n");
  const { witnesses, cosigned } = await inBatch(acme, readWitnesses);
  expect(witnesses).toMatchObject([
    { name: "first.example", isNamed: true, failure: null, cosignedAt: expect.any(Date) },
    { name: "second.example", size: 0, failure: { kind: "ahead", detail: "212" } },
    { name: "former.example", isNamed: false, cosignedAt: expect.any(Date) },
  ]);
  for (const line of ["— first.example AAAAAAAA\n", "— former.example AAAAAAAA\n"])
    expect(cosigned).toContain(line);
});

test("operators see logs that are refused, events that wait, and witnesses that failed more than twice", async () => {
  const named = [first ?? "", second ?? ""];
  const before = await readLogSignals(named);
  expect(before).toMatchObject({ waiting: 0, oldestSeconds: 0 });
  await note(first, 2, "unreached ECONNREFUSED", null);
  await note(second, 3, "unreached ECONNREFUSED", null);
  await note(former, 9, "unreached ECONNREFUSED", null);
  await aTenant();
  await owner.query("UPDATE audit_logs SET refused_at = now() WHERE tenant_id = $1", [
    acme.tenantId,
  ]);
  const after = await readLogSignals(named);
  expect(after).toMatchObject({
    uncosigned: before.uncosigned + 1,
    refused: before.refused + 1,
  });
  expect(after.waiting).toBeGreaterThan(0);
  const platform = await setUpPlatform(acme.actor);
  const refused = await inBatch(platform, (db) => readRefusedLogs(db, 100));
  expect(refused).toContainEqual({ publicId: acme.publicId, refusedAt: expect.any(Date) });
  expect(await inBatch(acme, (db) => readRefusedLogs(db, 100))).toEqual([]);
});
