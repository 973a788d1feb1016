import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { HOST } from "@/host/built-files.mjs";
import { documented } from "@/tests/support/documented";
import { aDocumentedShell } from "@/tests/support/documented-shell";
import { DirectClient, repeatedly } from "./support/direct-client";
import { type HostProcess, startHost } from "./support/host-process";
import { enter } from "./support/hosted-journey";
import { asOwner, commandLine, type OwnDatabase, startOwnDatabase } from "./support/own-database";
import { expect, test } from "./support/test";

test.skip(process.platform !== "linux", "reads /proc to see the processes");

// The second test continues with the first one's database.
test.describe.configure({ mode: "serial" });

let own: OwnDatabase;
test.beforeAll(async () => {
  own = await startOwnDatabase();
});
test.afterAll(() => own.stop());

/** The heading of the page that only a signed-in browser sees. */
const account = (page: Page) => page.getByRole("heading", { name: "Account security" });

/** Replaces the web processes of a server with new ones, which read the master keys again. */
async function exchange(host: HostProcess): Promise<void> {
  const before = host.web();
  process.kill(host.pid, "SIGHUP");
  const old = () => host.web().filter((pid) => before.includes(pid));
  await expect
    .poll(() => [old().length, host.web().length], { timeout: 60_000 })
    .toEqual([0, before.length]);
  await host.ready();
}

test("the master key is rotated under two servers: no user is signed out, no login fails, and the old key goes", async ({
  page,
}) => {
  test.setTimeout(240_000);
  const { environment, demo, variables } = own;
  const shell = aDocumentedShell({ ...variables, npm_config_loglevel: "silent" });
  const make = documented("docs/BACKUPS.md", "npm run atrium -- keys master new");
  const [old, next] = [environment.masterKey, JSON.parse(await shell.run(`${make} --json`)).key];
  const file = join(own.folder, "master-keys");
  writeFileSync(file, old);
  // The load requests tokens more often than a client may.
  const fromFile = {
    ATRIUM_MASTER_KEY: "",
    ATRIUM_MASTER_KEY_FILE: file,
    ATRIUM_LIMIT_TOKEN_REQUESTS: "100000",
  };
  const operator = { ...variables, ...fromFile };
  const hosts = [
    await startHost(environment, { ...fromFile, ATRIUM_SERVE: "all", PORT: String(own.port) }),
    await startHost(environment, fromFile),
  ];
  const clients = hosts.map(({ baseUrl }) => new DirectClient(baseUrl, demo));
  const at = (turn: number) => clients[turn % 2] as DirectClient;
  try {
    const session = await at(0).signIn();
    await page.goto(`${environment.baseUrl}/account-security?tenant=${demo.tenant_id}`);
    await page.getByRole("link", { name: "Sign in" }).click();
    await enter(page, demo.email ?? "", demo.password ?? "");
    // A device that can store a passkey gets an offer.
    const later = page.getByRole("button", { name: "Not now" });
    await expect(later.or(account(page))).toBeVisible();
    if (await later.isVisible()) await later.click();
    await expect(account(page)).toBeVisible();
    const load = repeatedly(async (turn) => {
      await at(turn).signIn();
      await at(turn + 1).machineToken();
      expect((await at(turn).me(session)).status).toBe(200);
    });

    writeFileSync(file, `${next}\n${old}\n`);
    await exchange(hosts[0] as HostProcess);
    // One server has the new key by now, and the other could not start again.
    const reseal = `${documented("docs/BACKUPS.md", "npm run atrium -- keys reseal")} --json`;
    await expect(shell.run(reseal, fromFile)).rejects.toThrow("Servers are connected");
    await exchange(hosts[1] as HostProcess);
    let progress = "";
    const resealed = await shell.run(reseal, fromFile, (part) => (progress += part));
    expect(progress).toContain("every process seals with it in");
    const { data_key, kinds, no_longer_needed } = JSON.parse(resealed);
    expect(data_key).toBe(2);
    expect(kinds.every(({ left }: { left: number }) => left === 0)).toBe(true);
    expect(no_longer_needed).toHaveLength(1);

    writeFileSync(file, next);
    for (const host of hosts) await exchange(host);
    const { times, failures } = await load.stop();
    expect(failures).toEqual([]);
    expect(times).toBeGreaterThan(20);
    for (const client of clients) {
      expect((await client.me(session)).status).toBe(200);
      await client.signIn();
    }
    await page.goto(`${environment.baseUrl}/account-security?tenant=${demo.tenant_id}`);
    await expect(account(page)).toBeVisible();
    const [stored] = await asOwner(
      environment.databaseOwnerUrl,
      "SELECT count(*)::int AS old FROM oidc_payloads WHERE get_byte(sealed_payload, 0) = 1",
    );
    expect(stored).toEqual({ old: 0 });
    const events = await commandLine(
      operator,
      "audit",
      "export",
      "--platform",
      "--kind",
      "keys.resealed",
    );
    expect(events.stdout).toContain('"data_key":2');
  } finally {
    await Promise.all(hosts.map((host) => host.stop()));
    shell.end();
  }
});

test("a server with the old key alone does not start, and says which key the database needs", async () => {
  const needs = /The database needs master key [0-9a-f]{8}, and the keys at hand are [0-9a-f]{8}/;
  const host = spawnSync(process.execPath, [HOST], {
    env: { ...own.variables, ATRIUM_PROCESSES: "1", ATRIUM_SERVE: "api" },
    timeout: 60_000,
  });
  expect(host.status).toBe(1);
  expect(host.stderr.toString()).toMatch(needs);
  for (const words of [["config", "check"], ["backup", "check"], ["tenant", "list"], ["worker"]]) {
    const { code, stdout, stderr } = await commandLine(own.variables, ...words);
    expect(code, words.join(" ")).toBe(1);
    expect(stdout + stderr, words.join(" ")).toMatch(needs);
  }
});
