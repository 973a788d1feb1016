// npm run test:cells: two whole installations behind one router by host, first nginx and then Caddy, each with what
// `atrium cells router` prints. The programs come from Debian's packages and from Go; one that can't be had is skipped, and
// said so. Words choose among them: `-- nginx`. Exit code 0 when everything held.
import { strict as assert } from "node:assert";
import { randomUUID } from "node:crypto";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Browser, chromium } from "@playwright/test";
import PostalMime from "postal-mime";
import { aPassword } from "@/e2e/support/a-password";
import { choosePassword } from "@/e2e/support/choose-password";
import { enterCode } from "@/e2e/support/hosted-journey";
import { build } from "@/scripts/host/build.mjs";
import { freePort } from "@/scripts/postgres/free-port";
import { findChromium } from "@/scripts/test/chromium";
import { type MailServer, startMailServer } from "@/tests/support/mail-server";
import { Skipped } from "../harness/part";
import { debianProgram, goProgram } from "../harness/tools";
import { ask } from "./ask";
import { type CellInstallation, cells as cellsCommand, makeCell } from "./installation";
import { caddy, nginx, type Router } from "./router";

const say = (line: string) => console.log(`cells: ${line}`);

interface Stage {
  folder: string;
  file: string;
  port: number;
  eu: CellInstallation;
  us: CellInstallation;
  mail: MailServer;
}

async function main(): Promise<void> {
  const wanted = process.argv.slice(2);
  const routers = { nginx, caddy };
  const programs = (["nginx", "caddy"] as const)
    .filter((name) => wanted.length === 0 || wanted.includes(name))
    .map((name) => program(name, routers[name]));
  if (programs.length === 0) throw new Error(`${wanted.join(" ")}: neither nginx nor caddy`);
  await build();
  const folder = mkdtempSync(join(tmpdir(), "atrium-two-cells-"));
  chmodSync(folder, 0o711);
  const mail = await startMailServer();
  const port = await freePort();
  const made: CellInstallation[] = [];
  try {
    for (const name of ["eu", "us"])
      made.push(await makeCell(name, { folder, routerPort: port, smtpUrl: mail.url }));
    const [eu, us] = made as [CellInstallation, CellInstallation];
    const file = writeCells(folder, made);
    const stage = { folder, file, port, eu, us, mail };
    const there = programs.filter((one) => one !== null);
    for (const { name, path, router } of there) await behind(name, path, router, stage);
    await commandLine(stage);
    const [last] = there;
    if (last) await withOneDown(last, stage);
    say(there.length === programs.length ? "everything held" : "what could be tried held");
  } finally {
    for (const cell of made) await cell.stop();
    await mail.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Program {
  name: "nginx" | "caddy";
  path: string;
  router: Router;
}

function program(name: "nginx" | "caddy", router: Router): Program | null {
  try {
    const path =
      name === "nginx"
        ? debianProgram("nginx", "nginx-light")
        : goProgram("github.com/caddyserver/caddy/v2", "v2.11.9", "cmd/caddy");
    return { name, path, router };
  } catch (error) {
    if (!(error instanceof Skipped)) throw error;
    say(`NOT TRIED: ${name}. ${error.message}`);
    return null;
  }
}

/** The cells as an operator names them: tokens by reference, and the operator's own way to each. */
function writeCells(folder: string, made: readonly CellInstallation[]): string {
  const entries = made.map((cell) => {
    const tokenFile = join(folder, `${cell.name}.token`);
    const { token } = cell.atrium("operator", "token", "create", "--name", "Cells");
    writeFileSync(tokenFile, String(token), { mode: 0o600 });
    const server = `127.0.0.1:${cell.port}`;
    return {
      ...{ name: cell.name, address: cell.address, region: cell.name.toUpperCase() },
      ...{ operator: `http://${server}`, upstreams: [server], tokenFile },
    };
  });
  const file = join(folder, "cells.json");
  writeFileSync(file, JSON.stringify(entries));
  return file;
}

/** Runs work behind a router. */
async function routed(
  { name, path, router }: Program,
  { file, folder, port, eu, us }: Stage,
  work: () => Promise<void>,
): Promise<void> {
  const { stdout, stderr, code } = cellsCommand(file, "router", "--proxy", name);
  assert.equal(code, 0, stderr);
  const running = router(path, stdout, { folder, port, cells: [eu, us] });
  try {
    for (const until = Date.now() + 20_000; ; await sleep(100)) {
      const answer = await ask(eu, "/healthz").catch(() => null);
      if (answer?.status === 200) break;
      if (Date.now() > until) throw new Error(`${name} did not lead to eu in 20 seconds`);
    }
    await work();
  } finally {
    await running.stop();
  }
}

function behind(name: "nginx" | "caddy", path: string, router: Router, stage: Stage) {
  const { eu, us, mail } = stage;
  return routed({ name, path, router }, stage, async () => {
    for (const cell of [eu, us]) {
      const { body } = await ask(cell, "/.well-known/openid-configuration");
      assert.match(body, new RegExp(`"issuer":"${cell.address}`));
    }
    say(`${name}: each host is its own issuer`);
    for (const [cell, other] of [[eu, us] as const, [us, eu] as const]) {
      const form = { grant_type: "client_credentials", ...credentialOf(cell) };
      assert.equal((await ask(cell, "/oauth/token", { form })).status, 200);
      assert.equal((await ask(other, "/oauth/token", { form })).status, 401);
    }
    say(`${name}: a tenant's credential works at its cell and is nobody's at the other`);
    const crossed = await ask(eu, "/healthz", { host: us.hostname });
    assert.equal(crossed.status, 421);
    await assert.rejects(ask(eu, "/healthz", { servername: "nobody.id.atrium.test" }));
    say(`${name}: a host reaches no other cell, and a host that is no cell's gets no certificate`);
    for (const cell of [eu, us]) await firstSignIn(cell, mail, [eu, us]);
    say(`${name}: a browser signed in to each cell for the first time`);
  });
}

const credentialOf = ({ demo: { client_id, client_secret } }: CellInstallation) => ({
  client_id,
  client_secret,
});

/** An invited operator chooses a password and signs in, with the code of an email. */
async function firstSignIn(
  cell: CellInstallation,
  mail: MailServer,
  all: readonly CellInstallation[],
): Promise<void> {
  const email = `operator-${randomUUID().slice(0, 6)}@atrium.test`;
  const password = aPassword();
  const { link } = cell.atrium("operator", "invite", email, "--no-mail");
  assert.ok(String(link).startsWith(cell.address));
  const browser = await openBrowser(all);
  try {
    const page = await browser.newPage({ baseURL: cell.address });
    page.setDefaultTimeout(30_000);
    await choosePassword(page, String(link), password);
    await page.goto("/dashboard");
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByLabel("Email address").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByLabel("Code from the email").waitFor();
    await enterCode(page, await mailedCode(mail, email));
    await page.getByRole("link", { name: "Go to tenants" }).waitFor();
    assert.equal(new URL(page.url()).host, new URL(cell.address).host);
  } finally {
    await browser.close();
  }
}

function openBrowser(all: readonly CellInstallation[]): Promise<Browser> {
  const pins = all.map(({ certificates }) => certificates.pin).join(",");
  return chromium.launch({
    executablePath: findChromium(),
    args: [
      ...["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"],
      "--host-resolver-rules=MAP *.id.atrium.test 127.0.0.1",
      `--ignore-certificate-errors-spki-list=${pins}`,
    ],
  });
}

async function mailedCode({ received }: MailServer, email: string): Promise<string> {
  for (const until = Date.now() + 30_000; Date.now() < until; await sleep(100))
    for (const { raw } of received.toReversed()) {
      const { to, text } = await PostalMime.parse(raw);
      const code = /\b(\d{6})\b/.exec(text ?? "")?.[1];
      if (code && to?.some(({ address }) => address === email)) return code;
    }
  throw new Error(`No code was mailed to ${email}`);
}

/** The operator's command line over both. */
async function commandLine({ file, eu, us }: Stage): Promise<void> {
  const { id } = us.atrium("tenant", "create", "Only across the sea") as { id: string };
  const found = JSON.parse(cellsCommand(file, "find", id, "--json").stdout);
  assert.deepEqual(
    found.found.map((one: { cell: string }) => one.cell),
    ["us"],
  );
  const byHost = JSON.parse(cellsCommand(file, "find", eu.hostname, "--json").stdout);
  assert.equal(byHost.found[0].cell, "eu");
  assert.equal(cellsCommand(file, "find", "atr_nobody").code, 1);
  // A worker has done its first job within a minute of its start.
  for (const until = Date.now() + 120_000; ; await sleep(2_000)) {
    const { code, stdout } = cellsCommand(file, "list");
    if (code === 0) {
      console.log(stdout);
      break;
    }
    if (Date.now() > until) throw new Error(`The cells are not well:\n${stdout}`);
  }
  say("list finds both well, and find knows where a tenant is");
}

/** A cell that is down leaves the other as it is. */
function withOneDown(one: Program, stage: Stage): Promise<void> {
  const { eu, us, file } = stage;
  return routed(one, stage, async () => {
    await us.stopServing();
    const form = { grant_type: "client_credentials", ...credentialOf(eu) };
    for (let time = 0; time < 20; time++)
      assert.equal((await ask(eu, "/oauth/token", { form })).status, 200);
    assert.ok((await ask(us, "/healthz")).status >= 502);
    const { code, stdout } = cellsCommand(file, "list");
    console.log(stdout);
    assert.equal(code, 1);
    assert.match(stdout, /^eu .* well$/m);
    assert.match(stdout, /^us .*can't be reached/m);
    say("with one cell down the other serves, and list says which");
  });
}

await main();
process.exit(0);
