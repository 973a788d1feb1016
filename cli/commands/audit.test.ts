import { spawn } from "node:child_process";
import { mkdtemp, readFile, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { atrium, atriumJson, COMMAND_LINE } from "@/tests/support/command-line";

const EVENTS = 2_500;

/** Makes a log longer than a batch of an export. */
async function aLongLog(): Promise<TestEnvironment> {
  const acme = await aTenant();
  await inPrismaTransaction(
    acme,
    ({ prisma, tenantId, environmentId }) =>
      prisma.$executeRaw`
      INSERT INTO audit_events (tenant_id, environment_id, kind, actor, occurred_at)
      SELECT ${tenantId}::uuid, ${environmentId}::uuid, 'user.updated', '{"type":"service","id":"=1+1"}',
             '2026-01-01T00:00:00Z'::timestamptz + n * interval '1 second'
      FROM generate_series(0, ${EVENTS - 1}) n`,
  );
  return acme;
}

test("every event is exported once, the oldest first, as JSON lines and as CSV", async () => {
  const acme = await aLongLog();
  await aTenant();
  const tenant = ["audit", "export", "--tenant", acme.publicId];
  const { stdout, code } = await atrium([...tenant, "--to", "2026-02-01"]);
  expect(code).toBe(0);
  const events = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { id: string; tenant: string; occurred_at: string });
  expect(events).toHaveLength(EVENTS);
  expect(new Set(events.map(({ id }) => id)).size).toBe(EVENTS);
  expect(new Set(events.map((event) => event.tenant))).toEqual(new Set([acme.publicId]));
  const times = events.map((event) => event.occurred_at);
  expect(times).toEqual([...times].sort());
  const narrow = ["--from", "2026-01-01T00:00:10Z", "--to", "2026-01-01T00:00:20Z"];
  const csv = await atrium([...tenant, ...narrow, "--format", "csv"]);
  const lines = csv.stdout.trim().split("\r\n");
  expect(lines).toHaveLength(11);
  expect(lines[0]).toMatch(/^id,occurred_at/);
  // The field is escaped, so that no spreadsheet reads it as a formula.
  expect(lines[1]).toContain("'=1+1");
}, 120_000);

test("an export whose reader closes the pipe stops quietly", async () => {
  const acme = await aLongLog();
  const child = spawn(process.execPath, [
    ...[COMMAND_LINE, "audit", "export", "--tenant", acme.publicId],
  ]);
  let said = "";
  child.stderr.on("data", (chunk: Buffer) => {
    said += chunk;
  });
  child.stdout.once("data", () => child.stdout.destroy());
  const code = await new Promise((resolve) => child.once("close", resolve));
  expect({ code, said }).toEqual({ code: 0, said: "" });
}, 120_000);

test("an exported file is readable by its owner only, and never replaces another", async () => {
  const acme = await aTenant();
  const file = join(await mkdtemp(join(tmpdir(), "atrium-audit-")), "log.jsonl");
  const command = ["audit", "export", "--tenant", acme.publicId, "--output", file];
  const { events } = await atriumJson<{ events: number }>(command);
  expect((await readFile(file, "utf8")).trim().split("\n")).toHaveLength(events);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await atrium(command)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("EEXIST"),
  });
}, 120_000);

test("an unknown tenant or environment, and an invalid time, are refused with an explanation", async () => {
  const acme = await aTenant();
  const of = (id: string, ...more: string[]) =>
    atrium(["audit", "export", "--tenant", id, ...more]);
  expect((await of("atr_AAAAAAAAAAAAAAAAAAAAAA")).stderr).toContain("There is no tenant");
  expect((await of(acme.publicId, "--environment", "moon")).stderr).toContain(
    "no environment moon",
  );
  expect((await of(acme.publicId, "--from", "yesterday")).stderr).toContain("Say a day");
}, 120_000);

test("the platform's own log is exported by itself, and a tenant or the platform has to be named", async () => {
  const acme = await aTenant();
  await atriumJson(["operator", "token", "create", "--name", "Deployments"]);
  const { stdout } = await atrium(["audit", "export", "--platform", "--kind", "operator_token.*"]);
  expect(JSON.parse(stdout)).toMatchObject({
    kind: "operator_token.created",
    actor: { type: "operator", id: "command-line" },
  });
  for (const wrong of [[], ["--platform", "--tenant", acme.publicId]])
    expect(await atrium(["audit", "export", ...wrong])).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringContaining("Say whose log"),
    });
}, 120_000);
