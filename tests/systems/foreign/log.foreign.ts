import "@/tests/support/issuer-port";

import { execFile } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { appendEvents } from "@/lib/core/audit/audit-event-store";
import { createCredential } from "@/lib/core/credentials/create-credential";
import { readingScopes } from "@/lib/core/credentials/scopes";
import { logOrigin, logVerifiers } from "@/lib/features/audit-log/log/sign-checkpoint";
import { noRequest } from "@/lib/kernel/caller";
import { aMachineToken } from "@/tests/builders/a-machine-token";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { untilLogged } from "@/tests/support/logged-events";
import { aWholeService } from "@/tests/support/whole-service";
import { run } from "@/tools/foreign/run";

// The audit log as a third-party tool reads it over HTTP: `fsck` of transparency-dev/tessera. `npm test --
// systems foreign log`.

const FSCK = "github.com/transparency-dev/tessera/cmd/fsck@v1.0.4";
const FOLDER = resolve("test-results/fsck");

let service: Awaited<ReturnType<typeof aWholeService>>;
let owner: pg.Client;
let acme: TestEnvironment;

beforeAll(async () => {
  service = await aWholeService();
  owner = new pg.Client({ connectionString: process.env.DATABASE_OWNER_URL });
  await owner.connect();
  mkdirSync(FOLDER, { recursive: true });
  await run("go", ["install", FSCK], { env: { GOBIN: FOLDER } });
  acme = await aTenant();
  const actor = { type: "tenant" as const, id: acme.tenantId };
  const one = { kind: "login.succeeded" as const, actor, context: noRequest, at: new Date() };
  // More than a tile of tiles.
  for (let batch = 0; batch < 14; batch += 1)
    await appendEvents(
      acme,
      Array.from({ length: 5_000 }, () => one),
    );
  await untilLogged(acme);
});
afterAll(async () => {
  await owner?.end();
  await service?.stop();
});

/** Returns the output of `fsck` for the whole log. Its exit code is always 0. */
async function fsck(): Promise<string> {
  const input = {
    name: "auditor",
    purpose: "management_automation",
    scopes: [...readingScopes],
  } as const;
  const { clientId } = await createCredential(acme, input);
  const token = await aMachineToken({ ...acme, clientId }, readingScopes);
  const [verifier] = await logVerifiers(logOrigin(acme.publicId));
  const key = resolve(FOLDER, "key");
  writeFileSync(key, String(verifier?.text));
  const { stderr } = await promisify(execFile)(resolve(FOLDER, "fsck"), [
    ...["--storage_url", `${service.baseUrl}/api/v1/management/audit-log/`],
    ...["--bearer_token", token, "--public_key", key, "--ui=false", "--N", "4", "-v", "1"],
  ]);
  return stderr;
}

function expectWell(output: string): void {
  expect(output).toContain("Completed ranges");
  expect(output).not.toMatch(/fail|error/i);
}

const tampered = (change: string) =>
  owner.query(
    `ALTER TABLE audit_log_entries DISABLE TRIGGER USER; ALTER TABLE audit_log_tiles DISABLE TRIGGER USER;
     ${change};
     ALTER TABLE audit_log_entries ENABLE TRIGGER USER; ALTER TABLE audit_log_tiles ENABLE TRIGGER USER`,
  );

test("the whole log is verified over HTTP, from each entry to the signed root", async () => {
  const { rows } = await owner.query<{ size: string }>(
    `SELECT size FROM audit_logs WHERE tenant_id = '${acme.tenantId}'`,
  );
  expect(Number(rows[0]?.size)).toBeGreaterThan(65_536);
  expectWell(await fsck());
});

test.each([
  [
    "an entry",
    "tile/0/018",
    `UPDATE audit_log_entries SET entry = set_byte(entry, 40, get_byte(entry, 40) # 1) WHERE position = 4711`,
  ],
  [
    "a hash",
    "tile/0/003",
    `UPDATE audit_log_tiles SET hashes = set_byte(hashes, 700, get_byte(hashes, 700) # 1) WHERE level = 0 AND number = 3`,
  ],
  [
    "a hash further up",
    "tile/1/000",
    `UPDATE audit_log_tiles SET hashes = set_byte(hashes, 7, get_byte(hashes, 7) # 1) WHERE level = 1 AND number = 0`,
  ],
])(
  "%s that was changed is found, and once it is as it was all is well",
  async (_, tile, change) => {
    const ofTenant = `${change} AND tenant_id = '${acme.tenantId}'`;
    await tampered(ofTenant);
    expect(await fsck()).toContain(`fsck failed: failed: ${tile}: log has`);
    await tampered(ofTenant);
    expectWell(await fsck());
  },
);
