// npm test -- systems cells: two whole installations behind one router by host, nginx or Caddy, with the
// output of `atrium cells router`.
import { strict as assert } from "node:assert";
import { randomUUID } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Browser, chromium } from "@playwright/test";
import { aPassword } from "@/e2e/support/a-password";
import { choosePassword } from "@/e2e/support/choose-password";
import { enterCode } from "@/e2e/support/hosted-journey";
import type { MailServer } from "@/tests/support/mail-server";
import { build } from "@/tools/build/build.mjs";
import { freePort } from "@/tools/postgres/free-port";
import { findChromium } from "@/tools/test/chromium";
import { askBehind, type Differing, form } from "../harness/ask-behind";
import { aFolder } from "../harness/ends";
import { atrium } from "../harness/installation";
import { aMailServer, mailedCode } from "../harness/mail";
import { runSystem, tryEach } from "../harness/system";
import { until } from "../harness/until";
import { type CellInstallation, cells as cellsCommand, makeCell } from "./installation";
import { type Router, routers } from "./router";

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
  const named = process.argv.slice(2);
  const chosen = routers.filter(({ name }) => named.length === 0 || named.includes(name));
  if (chosen.length === 0) throw new Error(`${named.join(" ")}: neither nginx nor caddy`);
  await build();
  const folder = aFolder("two-cells");
  const mail = await aMailServer();
  const port = await freePort();
  const [eu, us] = [
    await makeCell("eu", { folder, routerPort: port, mail }),
    await makeCell("us", { folder, routerPort: port, mail }),
  ];
  const file = await writeCells(folder, [eu, us]);
  const stage = { folder, file, port, eu, us, mail };
  await tryEach(chosen.map((router) => [`behind ${router.name}`, () => behind(router, stage)]));
  await commandLine(stage);
  const [first] = chosen;
  if (first) await withOneDown(first, stage);
  say("everything held");
}

/** Returns the cells as an operator names them: tokens by reference, and the operator's own address of
 *  each. */
async function writeCells(folder: string, made: readonly CellInstallation[]): Promise<string> {
  const entries = [];
  for (const { name, address, env, server } of made) {
    const tokenFile = join(folder, `${name}.token`);
    const { token } = await atrium(env, "operator", "token", "create", "--name", "Cells");
    writeFileSync(tokenFile, String(token), { mode: 0o600 });
    const upstream = `127.0.0.1:${server.port}`;
    entries.push({
      ...{ name, address, region: name.toUpperCase() },
      ...{ operator: `http://${upstream}`, upstreams: [upstream], tokenFile },
    });
  }
  const file = join(folder, "cells.json");
  writeFileSync(file, JSON.stringify(entries));
  return file;
}

/** Runs `work` behind a router. */
async function routed(
  { name, program, start }: Router,
  { file, folder, port, eu, us }: Stage,
  work: () => Promise<void>,
): Promise<void> {
  const path = program();
  const { stdout, stderr, code } = cellsCommand(file, "router", "--proxy", name);
  assert.equal(code, 0, stderr);
  const running = start(path, stdout, { folder, port, cells: [eu, us] });
  try {
    const leads = async () => (await ask(eu, "/healthz")).status === 200;
    await until(`${name} leads to eu`, 20_000, leads, 100);
    await work();
  } finally {
    await running.stop();
  }
}

function behind(router: Router, stage: Stage): Promise<void> {
  const { name } = router;
  const { eu, us, mail } = stage;
  return routed(router, stage, async () => {
    for (const cell of [eu, us]) {
      const { body } = await ask(cell, "/.well-known/openid-configuration");
      assert.match(body, new RegExp(`"issuer":"${cell.address}`));
    }
    say(`${name}: each host is its own issuer`);
    for (const [cell, other] of [[eu, us] as const, [us, eu] as const]) {
      assert.equal((await ask(cell, "/oauth/token", tokenFor(cell))).status, 200);
      assert.equal((await ask(other, "/oauth/token", tokenFor(cell))).status, 401);
    }
    say(`${name}: a tenant's credential works at its cell and is nobody's at the other`);
    const headers = { host: `${us.hostname}:${stage.port}` };
    const crossed = await ask(eu, "/healthz", { headers });
    assert.equal(crossed.status, 421);
    await assert.rejects(ask(eu, "/healthz", { servername: "nobody.id.atrium.test" }));
    say(`${name}: a host reaches no other cell, and a host that is no cell's gets no certificate`);
    for (const cell of [eu, us]) await firstSignIn(cell, mail, [eu, us]);
    say(`${name}: a browser signed in to each cell for the first time`);
  });
}

/** Sends a request for a path of a cell to the router. */
function ask(
  { hostname, address, certificates }: CellInstallation,
  path: string,
  differing?: Differing,
) {
  const authority = readFileSync(certificates.authority, "utf8");
  const port = Number(new URL(address).port);
  return askBehind({ name: hostname, port, authority }, path, differing);
}

const tokenFor = ({ demo: { client_id = "", client_secret = "" } }: CellInstallation) =>
  form({ grant_type: "client_credentials", client_id, client_secret });

/** An invited operator chooses a password and signs in, with the code of an email. */
async function firstSignIn(
  cell: CellInstallation,
  mail: MailServer,
  all: readonly CellInstallation[],
): Promise<void> {
  const email = `operator-${randomUUID().slice(0, 6)}@atrium.test`;
  const password = aPassword();
  const { link } = await atrium(cell.env, "operator", "invite", email, "--no-mail");
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

/** Runs the operator's command line over both. */
async function commandLine({ file, eu, us }: Stage): Promise<void> {
  const { id } = await atrium(us.env, "tenant", "create", "Only across the sea");
  const found = JSON.parse(cellsCommand(file, "find", id, "--json").stdout);
  assert.deepEqual(
    found.found.map((one: { cell: string }) => one.cell),
    ["us"],
  );
  const byHost = JSON.parse(cellsCommand(file, "find", eu.hostname, "--json").stdout);
  assert.equal(byHost.found[0].cell, "eu");
  assert.equal(cellsCommand(file, "find", "atr_nobody").code, 1);
  // A worker has done its first job within a minute of its start.
  const list = () => {
    const { code, stdout } = cellsCommand(file, "list");
    if (code !== 0) throw new Error(stdout);
    return stdout;
  };
  console.log(await until("the cells are well", 120_000, list, 2_000));
  say("list finds both well, and find knows where a tenant is");
}

/** A stopped cell does not affect the other. */
function withOneDown(router: Router, stage: Stage): Promise<void> {
  const { eu, us, file } = stage;
  return routed(router, stage, async () => {
    await us.server.stop();
    for (let time = 0; time < 20; time++)
      assert.equal((await ask(eu, "/oauth/token", tokenFor(eu))).status, 200);
    assert.ok((await ask(us, "/healthz")).status >= 502);
    const { code, stdout } = cellsCommand(file, "list");
    console.log(stdout);
    assert.equal(code, 1);
    assert.match(stdout, /^eu .* well$/m);
    assert.match(stdout, /^us .*can't be reached/m);
    say("with one cell down the other serves, and list says which");
  });
}

await runSystem(main);
