import { generateKeyPairSync, sign } from "node:crypto";
import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createCredential } from "@/lib/core/credentials/create-credential";
import { readingScopes } from "@/lib/core/credentials/scopes";
import { parseCheckpoint } from "@/lib/features/audit-log/log/checkpoint";
import { noteVerifier, signatureLine } from "@/lib/features/audit-log/log/note-signatures";
import { signCheckpoint } from "@/lib/features/audit-log/log/sign-checkpoint";
import { parseNote } from "@/lib/features/audit-log/log/signed-note";
import { aMachineToken } from "@/tests/builders/a-machine-token";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { atrium, atriumJson, type Ended } from "@/tests/support/command-line";
import { backUpTrail, databaseOwner, logEvents, rebuildLog } from "@/tests/support/tampered-log";
import { aWholeService } from "@/tests/support/whole-service";

/** Environment of an auditor's machine, which has no installation. */
const elsewhere = { DATABASE_URL: "postgres://nobody@127.0.0.1:1/none", ATRIUM_MASTER_KEY: "" };
let owner: pg.Client;
let folder: string;

beforeAll(async () => {
  owner = await databaseOwner();
  folder = await mkdtemp(join(tmpdir(), "atrium-verify-"));
});
afterAll(() => owner.end());

async function aLog(events = 300) {
  const tenant = await aTenant({ environments: ["production", "staging"] });
  await logEvents(tenant, events);
  return tenant;
}

const verify = (...words: string[]): Promise<Ended> => atrium(["audit", "verify", ...words]);

/** Stores the output of a command in a file, as an auditor does. */
async function storeOutput(name: string, of: TestEnvironment, command: string): Promise<string> {
  const { stdout, code, stderr } = await atrium(["audit", command, "--tenant", of.publicId]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  const file = join(folder, name);
  await writeFile(file, stdout);
  return file;
}

async function exported(name: string, of: TestEnvironment): Promise<string> {
  const file = join(folder, name);
  const words = ["audit", "export", "--with-proof", "--tenant", of.publicId, "--output", file];
  const { events } = await atriumJson<{ events: number }>(words);
  expect(events).toBeGreaterThan(300);
  return file;
}

/** Changes the actor of an old event, as the database's owner. */
const rewrite = (of: TestEnvironment, position: number) =>
  owner.query(
    `UPDATE audit_events SET actor = actor || '{"id":"somebody else"}'
     WHERE id = (SELECT event_id FROM audit_log_entries WHERE tenant_id = $1 AND position = $2)`,
    [of.tenantId, position],
  );

test("an old checkpoint is enough to detect a tampered database", async () => {
  const acme = await aLog();
  const lastWeek = await storeOutput("last-week.checkpoint", acme, "checkpoint");
  await logEvents(acme, 40);
  await rewrite(acme, 17);
  const tenant = ["--tenant", acme.publicId];
  // The log itself shows that a single event was rewritten.
  expect(await verify(...tenant)).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/Event [0-9a-f-]{36} at position 17 was changed: its actor$/m),
  });
  // An attacker who rebuilds entry, tiles and hashes, and has the service sign them, passes without a
  // checkpoint.
  await rebuildLog(owner, acme);
  expect(await verify(...tenant)).toMatchObject({ code: 0, stderr: "" });
  const caught = await verify(...tenant, "--checkpoint", lastWeek);
  expect(caught).toMatchObject({ code: 1, stderr: "" });
  expect(caught.stdout).toMatch(/The log is a fork: its first \d+ events are not those of/);
  // The same on an auditor's machine, with an export and nothing but the checkpoint and a key.
  const key = await storeOutput("last-week.key", acme, "keys");
  const file = await exported("tampered.jsonl", acme);
  const words = ["audit", "verify", file, "--key", key];
  expect(await atrium(words, elsewhere)).toMatchObject({ code: 0 });
  const offline = await atrium([...words, "--checkpoint", lastWeek], elsewhere);
  expect(offline).toMatchObject({ code: 1, stderr: "" });
  expect(offline.stdout).toContain("The log is a fork");
  const today = await storeOutput("today.checkpoint", acme, "checkpoint");
  expect(await verify(lastWeek, today, ...tenant)).toMatchObject({
    code: 1,
    stdout: expect.stringContaining("The log is a fork"),
  });
}, 180_000);

test("a newer checkpoint shows that an older backup was restored", async () => {
  const acme = await aLog();
  const restore = await backUpTrail(owner, acme);
  await logEvents(acme, 40);
  const newer = await storeOutput("newer.checkpoint", acme, "checkpoint");
  await restore();
  const words = ["--tenant", acme.publicId, "--checkpoint", newer];
  const shorter = await verify(...words);
  expect(shorter).toMatchObject({ code: 1, stderr: "" });
  expect(shorter.stdout).toMatch(/The log ends at \d+ events, .* restored from an older backup/);
  // Events are added until the log is as long as before, with other content.
  await logEvents(acme, 40);
  expect((await verify(...words)).stdout).toContain("The log is a fork");
  for (const table of ["audit_logs", "audit_log_entries", "audit_log_tiles", "audit_log_hashes"])
    await owner.query(`DELETE FROM ${table} WHERE tenant_id = $1`, [acme.tenantId]);
  expect((await verify(...words)).stdout).toContain("The log ends at 0 events");
}, 180_000);

test("the result of a verification is shown to people and to programs", async () => {
  const acme = await aLog();
  const older = await storeOutput("older.checkpoint", acme, "checkpoint");
  const key = await storeOutput("acme.key", acme, "keys");
  await logEvents(acme, 20);
  const words = ["--tenant", acme.publicId, "--key", key, "--checkpoint", older];
  const { stdout, stderr, code } = await verify(...words);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  const note = parseCheckpoint(await readFile(older, "utf8"));
  expect(stdout).toContain(`events of ${note?.origin} are as they were signed`);
  expect(stdout).toMatch(/up to position +\d+, of \d{4}-/);
  expect(stdout).toContain((await readFile(key, "utf8")).trim());
  expect(stdout).toContain(`kept checkpoints of ${note?.size} events`);
  const json = await atriumJson(["audit", "verify", ...words]);
  expect(json).toMatchObject({
    ...{ verified: true, findings: [], waiting: 0, left: { count: 0 }, continues: [note?.size] },
    ...{ origin: note?.origin, events: json.size, not_told: 0 },
  });
  // Making a token writes to the platform's own log.
  await atriumJson(["operator", "token", "create", "--name", "Deployments"]);
  await logEvents(acme, 1);
  expect(await verify("--platform")).toMatchObject({ code: 0, stderr: "" });
  await rewrite(acme, 5);
  const found = await verify("--json", ...words);
  expect(found.code).toBe(1);
  expect(JSON.parse(found.stdout)).toMatchObject({
    verified: false,
    findings: [{ kind: "changed", position: 5, parts: ["actor"], message: expect.any(String) }],
  });
}, 120_000);

test("a running service and an export are verified from elsewhere, and two checkpoints by either", async () => {
  const acme = await aLog();
  const older = await storeOutput("a.checkpoint", acme, "checkpoint");
  const key = await storeOutput("a.key", acme, "keys");
  const [staging] = acme.others;
  if (!staging) throw new Error("There is no other environment");
  await logEvents(staging, 7);
  await logEvents(acme, 300);
  const newer = await storeOutput("b.checkpoint", acme, "checkpoint");
  // A longer log than the present one, as after a restored backup.
  const now = parseCheckpoint(await readFile(newer, "utf8"));
  const other = join(folder, "longer.checkpoint");
  const longer = {
    origin: now?.origin ?? "",
    size: (now?.size ?? 0) + 5,
    root: new Uint8Array(32),
  };
  await writeFile(other, await signCheckpoint(longer));
  const service = await aWholeService();
  const { clientId } = await createCredential(acme, {
    name: "auditor",
    purpose: "management_automation",
    scopes: [...readingScopes],
  });
  const machineToken = await aMachineToken({ ...acme, clientId }, readingScopes);
  const token = join(folder, "token");
  await writeFile(token, `${machineToken}\n`);
  try {
    const there = ["--url", service.baseUrl, "--key", key];
    const of = (words: string[], more = {}) =>
      atrium(["audit", "verify", ...words], { ...elsewhere, ...more });
    const byFile = await of([...there, "--token-file", token, "--checkpoint", older]);
    expect(byFile).toMatchObject({ code: 0, stderr: "" });
    expect(byFile.stdout).toMatch(/^verified: 6\d\d events/);
    // Events of the tenant itself, rather than of its environment.
    expect(byFile.stdout).toMatch(/not told +\d events, whose entries are in the log/);
    expect(await of([older, newer, ...there], { ATRIUM_TOKEN: machineToken })).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("the newer checkpoint continues the older one"),
    });
    expect(await of([newer, older, ...there], { ATRIUM_TOKEN: machineToken })).toMatchObject({
      code: 1,
    });
    expect(await of(there, { ATRIUM_TOKEN: "another" })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("refuses the token"),
    });
    const notOurs = await of([older, other, ...there], { ATRIUM_TOKEN: machineToken });
    expect(notOurs).toMatchObject({ code: 1, stdout: expect.stringContaining("log ends at") });
    expect(await of(there)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("Set ATRIUM_TOKEN"),
    });
    const file = await exported("whole.jsonl", acme);
    expect(await of([file, older, newer, "--key", key])).toMatchObject({ code: 0, stderr: "" });
    expect(await verify(older, newer, "--tenant", acme.publicId)).toMatchObject({ code: 0 });
  } finally {
    await service.stop();
  }
}, 180_000);

test("a witness vouches for a log that it has seen, and not for another", async () => {
  const acme = await aLog();
  const seen = await readFile(await storeOutput("seen.checkpoint", acme, "checkpoint"), "utf8");
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const witness = noteVerifier("witness.example", publicKey, "cosignature");
  const time = BigInt(1_790_000_000);
  const signed = `cosignature/v1\ntime ${time}\n${parseNote(seen)?.text}`;
  const seconds = Buffer.alloc(8);
  seconds.writeBigUInt64BE(time);
  const signature = Buffer.concat([seconds, sign(null, Buffer.from(signed), privateKey)]);
  await owner.query(
    `INSERT INTO audit_witness_notes (tenant_id, witness, size, checkpoint, cosignature, cosigned_at)
     VALUES ($1, $2, $3, $4, $5, now())`,
    [
      ...[acme.tenantId, witness.text, parseCheckpoint(seen)?.size, seen],
      signatureLine(witness, signature),
    ],
  );
  expect(
    await readFile(await storeOutput("cosigned.checkpoint", acme, "checkpoint"), "utf8"),
  ).toContain("\n— witness.example ");
  await logEvents(acme, 20);
  const by = (text: string) => verify("--tenant", acme.publicId, "--witness", text);
  const vouched = await by(witness.text);
  expect(vouched).toMatchObject({ code: 0, stderr: "" });
  expect(vouched.stdout).toMatch(/cosigned by +witness\.example, \d+ events, at 2026-09-21T/);
  const other = noteVerifier("other.example", publicKey, "cosignature");
  expect(await by(other.text)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("other.example has cosigned no checkpoint"),
  });
  await rebuildLog(owner, acme);
  expect(await by(witness.text)).toMatchObject({
    code: 1,
    stdout: expect.stringContaining("fork"),
  });
}, 120_000);

test("input that cannot be verified is exit code 2, with an explanation", async () => {
  const acme = await aTenant();
  const plain = join(folder, "plain.jsonl");
  await atriumJson(["audit", "export", "--tenant", acme.publicId, "--output", plain]);
  await logEvents(acme, 1);
  const key = await storeOutput("c.key", acme, "keys");
  const cases: [string[], RegExp][] = [
    [[], /Say what to verify/],
    [["--tenant", acme.publicId, "--platform"], /Say whose log/],
    [[plain], /Say by which key/],
    [[plain, "--key", key], /holds no proof\. Make one that does: .*--with-proof/],
    [[plain, "--key", "nonsense"], /neither a verifier .* nor a file/],
    [[join(folder, "nowhere.jsonl"), "--key", key], /no such file/],
    [["--tenant", "atr_AAAAAAAAAAAAAAAAAAAAAA"], /There is no tenant/],
    [["--tenant", acme.publicId, "--checkpoint", plain], /is no signed checkpoint/],
    [["--url", "ftp://id.example", "--key", key], /Say the service's address/],
    [["--nonsense"], /unknown option/],
  ];
  for (const [words, message] of cases) {
    const { code, stderr, stdout } = await verify(...words);
    expect(stderr, words.join(" ")).toMatch(message);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  }
  const json = await verify("--json", plain);
  expect(JSON.parse(json.stderr)).toMatchObject({ error: { code: "cannot_verify" } });
}, 120_000);
