import "@/tests/support/issuer-port";

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createCredential } from "@/lib/core/credentials/create-credential";
import { readingScopes } from "@/lib/core/credentials/scopes";
import { parseCheckpoint } from "@/lib/features/audit-log/log/checkpoint";
import { aMachineToken } from "@/tests/builders/a-machine-token";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { documented } from "@/tests/support/documented";
import { aDocumentedShell, type DocumentedShell } from "@/tests/support/documented-shell";
import { databaseOwner, logEvents } from "@/tests/support/tampered-log";
import { aWholeService } from "@/tests/support/whole-service";

// The commands of docs/guides/prove-the-trail.md, in the page's order, as an auditor runs them: later
// commands use the files of earlier ones.

const OLDER = "2026-11-19.checkpoint";
const NEWER = "2026-11-26.checkpoint";

let service: Awaited<ReturnType<typeof aWholeService>>;
let shell: DocumentedShell;
let acme: TestEnvironment;
let auditor: TestEnvironment;
beforeAll(async () => {
  service = await aWholeService();
  acme = await aTenant();
  const [purpose, scopes] = ["management_automation", [...readingScopes]] as const;
  const { clientId } = await createCredential(acme, { name: "auditor", purpose, scopes });
  auditor = { ...acme, clientId };
  shell = aDocumentedShell({ ATRIUM_TOKEN: await aMachineToken(auditor, readingScopes) });
  await logEvents(acme, 40);
}, 60_000);
afterAll(async () => {
  shell.end();
  await service.stop();
});

const contentOf = (name: string) => readFileSync(join(shell.folder, name), "utf8");
const ofAcme = () => ({ "atr_…": acme.publicId });

test("an auditor saves a key and a checkpoint of each week", async () => {
  const keep = documented(
    "docs/guides/prove-the-trail.md",
    "npm run -s atrium -- audit keys",
    ofAcme(),
  );
  await shell.run(keep.replace(NEWER, OLDER));
  await logEvents(acme, 10);
  await shell.run(keep);
  const sizeOf = (name: string) => parseCheckpoint(contentOf(name))?.size ?? 0;
  expect(sizeOf(NEWER) - sizeOf(OLDER)).toBe(10);
  expect(contentOf("acme.key")).toMatch(/^\S+\+[0-9a-f]{8}\+\S+$/m);
}, 60_000);

test("the stored log is verified by the saved key and checkpoints", async () => {
  const stored = documented(
    "docs/guides/prove-the-trail.md",
    "npm run atrium -- audit verify --tenant",
    ofAcme(),
  );
  expect(await shell.run(stored)).toMatch(/are as they were signed/);
}, 60_000);

test("an export is verified anywhere, and has events alone on request", async () => {
  const exported = documented(
    "docs/guides/prove-the-trail.md",
    "npm run atrium -- audit export",
    ofAcme(),
  );
  expect(await shell.run(exported)).toMatch(/are as they were signed/);
  const alone = documented("docs/guides/prove-the-trail.md", "jq -c");
  const events = (await shell.run(alone)).trimEnd().split("\n");
  expect(events.length).toBeGreaterThanOrEqual(50);
  for (const event of events) expect(JSON.parse(event)).not.toHaveProperty("log");
}, 60_000);

test("a running service is verified from elsewhere, and two checkpoints by it and by an export", async () => {
  writeFileSync(join(shell.folder, "token"), await aMachineToken(auditor, readingScopes));
  // No installation is there.
  const elsewhere = { DATABASE_URL: "postgres://nobody@127.0.0.1:1/none", ATRIUM_MASTER_KEY: "" };
  const at = { "https://id.example.com": service.baseUrl };
  const served = documented(
    "docs/guides/prove-the-trail.md",
    "npm run atrium -- audit verify --url",
    at,
  );
  expect(await shell.run(served, elsewhere)).toMatch(/are as they were signed/);
  const two = documented(
    "docs/guides/prove-the-trail.md",
    "npm run atrium -- audit verify 2026",
    at,
  );
  const output = await shell.run(two, elsewhere);
  expect(output).toMatch(/the newer checkpoint continues the older one[\s\S]*kept checkpoints/);
}, 60_000);

test("a log that was refused goes on once it is as it was signed", async () => {
  const resume = documented("docs/OPERATIONS.md", "npm run atrium -- audit resume", ofAcme());
  await expect(shell.run(resume)).rejects.toThrow("The log is not refused");
  const owner = await databaseOwner();
  await owner.query("UPDATE audit_logs SET refused_at = now() WHERE tenant_id = $1", [
    acme.tenantId,
  ]);
  await owner.end();
  await shell.run(resume);
}, 60_000);
