import "@/tests/support/issuer-port";

import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import type { Browser } from "@playwright/test";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inPlace, quickstartValues } from "@/lib/core/oidc-clients/quickstart-values";
import { updateOidcClient } from "@/lib/core/oidc-clients/update-oidc-client";
import { aClientKey } from "@/tests/builders/a-client-key";
import { aPolicy } from "@/tests/builders/a-policy";
import { aProduct, type TestProduct } from "@/tests/builders/a-product";
import { anOidcClient } from "@/tests/builders/an-oidc-client";
import { aWholeService } from "@/tests/support/whole-service";
import { run } from "@/tools/foreign/run";
import { freePort } from "@/tools/postgres/free-port";
import { type Supervised, startSupervised } from "@/tools/processes/supervised";
import { parseQuickstart } from "@/tools/quickstarts/parse-quickstart.mjs";
import { installDebianPackage } from "@/tools/test/debian-package";
import { aBrowser, endElsewhere, refreshes, signInHosted, Visit } from "./walk";

// Each quickstart from its own text: its files and commands in an empty folder, against the running service,
// with a real browser.

const selected = process.env.ATRIUM_QUICKSTARTS?.split(" ") ?? [];
let service: Awaited<ReturnType<typeof aWholeService>>;
let browser: Browser;
beforeAll(async () => {
  service = await aWholeService({ hosted: true });
  browser = await aBrowser();
});
afterAll(async () => {
  await browser?.close();
  await service?.stop();
});

const folders: string[] = [];
const running: Supervised[] = [];
afterAll(async () => {
  await Promise.all(running.map(stopped));
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** Ends a program, and its leftovers: `npx` ends before the program that it started. */
async function stopped({ child, stop }: Supervised): Promise<void> {
  await stop();
  try {
    if (child.pid) process.kill(-child.pid, "SIGKILL");
  } catch {
    // Nothing was left.
  }
}

/** Address under which the service knows the application, as behind a proxy with TLS: not an address of this
 *  machine. */
const PUBLIC = "https://app.example.com";

/** Registers a client as the page describes, and returns the page's code with its values. */
async function registered(id: string, product: TestProduct) {
  const quickstart = parseQuickstart(id, readFileSync(`docs/quickstarts/${id}.md`, "utf8"));
  const origin = `http://localhost:${await freePort()}`;
  const uris = (uri: string | null) => (uri ? [inPlace(uri, { origin })] : []);
  const redirectUris = uris(quickstart.redirectUri);
  const postLogoutRedirectUris = uris(quickstart.postLogoutRedirectUri);
  const type = quickstart.type as "confidential" | "public";
  const profile = quickstart.profile as "standard" | "fapi2";
  const client = await anOidcClient(product.tenant, {
    ...{ type, profile },
    // A temporary key, until the page has made its own.
    ...(profile === "fapi2" && { jwks: { keys: [(await aClientKey()).publicJwk] } }),
    redirectUris,
    postLogoutRedirectUris,
    backchannelLogoutUri: quickstart.backchannelLogoutUri
      ? inPlace(quickstart.backchannelLogoutUri, { origin: PUBLIC })
      : null,
  });
  const { clientId, clientSecret } = client;
  const facts = { issuer: service.baseUrl, clientId, redirectUris, postLogoutRedirectUris };
  const { values, needs } = quickstartValues(quickstart, facts);
  expect(needs).toBeNull();
  const secrets = { client_secret: clientSecret, random_secret: randomBytes(32).toString("hex") };
  const filled = (text: string) => inPlace(text, { ...values, ...secrets });
  return { client, quickstart, origin, filled };
}

/** The page's folder, outside of the checkout, so that no package is found further up. It has the packed
 *  packages, as the page describes. */
async function installed(id: string, product: TestProduct) {
  const { client, quickstart, origin, filled } = await registered(id, product);
  const folder = mkdtempSync(join(tmpdir(), `atrium-${id}-`));
  folders.push(folder);
  const packed = globSync("generated/packages/*.{tgz,whl}");
  for (const file of packed) cpSync(file, join(folder, basename(file)));
  if (id === "go") cpSync("generated/packages/go", join(folder, "atrium"), { recursive: true });
  for (const { name, code } of quickstart.files) {
    const text = `${filled(code)}\n`;
    expect(text, `${id}: ${name}`).not.toMatch(/\{\{\w+\}\}/);
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  // A plain user's shell: nothing of this checkout is in it.
  const { PATH = "", HOME = "" } = process.env;
  const outside = PATH.split(":").filter((place) => !place.startsWith(resolve(".")));
  const env = { PATH: outside.join(":"), HOME, LANG: "C.UTF-8", CI: "1" };
  await run("env", ["-i", ...pairs(env), "bash", "-euc", filled(quickstart.install)], {
    cwd: folder,
  });
  if (quickstart.profile === "fapi2") {
    const jwks = JSON.parse(readFileSync(join(folder, "public-keys.json"), "utf8"));
    await updateOidcClient(product.tenant, client.id, { jwks });
  }
  const command = ["env", "-i", ...pairs(env), "bash", "-euc", filled(quickstart.start)];
  return { folder, origin, command };
}

const pairs = (env: Record<string, string>) =>
  Object.entries({ ...env, NEXT_TELEMETRY_DISABLED: "1" }).map(
    ([name, value]) => `${name}=${value}`,
  );

async function startProcess(id: string, product: TestProduct) {
  const { folder, origin, command } = await installed(id, product);
  const log = join(folder, "log.txt");
  const out = openSync(log, "a");
  const app = startSupervised(command, { endsBy: "TERM", cwd: folder, stdio: ["pipe", out, out] });
  running.push(app);
  const answers = () =>
    fetch(origin, { redirect: "manual" }).then(
      ({ status }) => status < 500,
      () => false,
    );
  await expect
    .poll(answers, { timeout: 180_000, interval: 300, message: readFileSync(log, "utf8") })
    .toBe(true);
  return { origin, app, readLog: () => readFileSync(log, "utf8") };
}

async function aSimpleProduct(): Promise<TestProduct> {
  const product = await aProduct();
  await aPolicy(product.tenant, { loginOtp: "never" });
  return product;
}

const served = [
  "express",
  "next",
  "next-auth",
  "fastify",
  "html",
  "flask",
  "fastapi",
  "go",
  "spring",
  "fapi2-openid-client",
  "fapi2-oauth4webapi",
];

/** Quickstarts with a protected route beside their first page. */
const protecting = [
  ...["express", "next", "fastify", "flask", "fastapi", "go"],
  ...["fapi2-openid-client", "fapi2-oauth4webapi"],
];

test.for(served.filter((id) => selected.includes(id)))(
  "%s signs in, refreshes, signs out, and gets a logout notice",
  async (id) => {
    const startedAt = performance.now();
    const product = await aSimpleProduct();
    const { origin, app, readLog: said } = await startProcess(id, product);
    const ready = performance.now();
    const visit = await Visit.to(browser, origin);
    try {
      const signIn = async () => {
        await visit.home();
        await visit.signInLink().click();
        await signInHosted(visit.page, product.person);
        await visit.page.getByText(`Signed in as ${product.person.email}`).waitFor();
      };
      await signIn();
      const walked = performance.now();

      if (protecting.includes(id)) {
        await visit.page.goto(`${origin}/reports`);
        await visit.page.getByText(`The reports of ${product.person.email}`).waitFor();
        await visit.home();
      }

      const before = await refreshes(product);
      await visit.button("Refresh").click();
      await expect.poll(() => refreshes(product), { timeout: 30_000 }).toBe(before + 1);
      await visit.page.getByText("Signed in as").waitFor();

      await visit.button("Sign out").click();
      await visit.signInLink().waitFor();
      expect(visit.page.url().startsWith(origin)).toBe(true);
      if (protecting.includes(id)) {
        await visit.page.goto(`${origin}/reports`);
        await visit.page.getByLabel("Email address").waitFor();
      }

      // The service's session is over as well: it requires the password again.
      await signIn();
      const isServer = id !== "html";
      // The sign-out above causes a notice too.
      expect(await endElsewhere(product, origin)).toBe(isServer ? 2 : 0);
      if (isServer) await visit.home();
      else await visit.button("Refresh").click();
      await visit.signInLink().waitFor();
      expect(await visit.page.getByText("Signed in as").isVisible()).toBe(false);
      const seconds = (from: number, to: number) => Math.round((to - from) / 100) / 10;
      console.log(
        `${id}: serves after ${seconds(startedAt, ready)} s, signed in after ${seconds(startedAt, walked)} s`,
      );
    } catch (error) {
      const shown = await visit.page.content().catch(() => "");
      throw new Error(`${visit.page.url()}\n${shown.slice(0, 2_000)}\n${said().slice(-4_000)}`, {
        cause: error,
      });
    } finally {
      await visit.leave();
      await stopped(app);
    }
  },
);

test.runIf(selected.includes("native"))(
  "native signs in, refreshes, signs out, and learns of a logout at its next refresh",
  async () => {
    const product = await aSimpleProduct();
    const { folder, command } = await installed("native", product);
    await atTerminal(command, folder, product, async (type, waitFor) => {
      const before = await refreshes(product);
      type("refresh");
      await waitFor(/(Refreshed)/);
      expect(await refreshes(product)).toBe(before + 1);
      type("sign-out");
      return waitFor(/Open (\S+logout\S+)/);
    });
    await atTerminal(command, folder, product, async (type, waitFor) => {
      await endElsewhere(product, "");
      type("refresh");
      await waitFor(/(Signed out elsewhere)/);
      return null;
    });
  },
);

/** Starts a separate server with the page's file: the page's commands would change the machine's. */
async function startedApache(product: TestProduct) {
  if (!installDebianPackage("apache2-bin", "libapache2-mod-auth-openidc"))
    throw new Error("Apache's page needs Debian's apache2-bin and libapache2-mod-auth-openidc");
  const { quickstart, origin, filled } = await registered("apache", product);
  const folder = mkdtempSync(join(tmpdir(), "atrium-apache-"));
  folders.push(folder);
  for (const { name, code } of quickstart.files) {
    // Tokens are always about to expire, so that each request renews them.
    const eager = filled(code).replace("BeforeExpiry 60", "BeforeExpiry 1000000");
    writeFileSync(join(folder, basename(name)), `${eager}\n`);
  }
  mkdirSync(join(folder, "www"));
  writeFileSync(join(folder, "www/index.html"), "<p>The reports</p>");
  const modules = ["mpm_event", "authn_core", "authz_core", "authz_user", "dir", "auth_openidc"];
  const lines = [
    `ServerRoot ${folder}`,
    "ServerName localhost",
    `Listen localhost:${new URL(origin).port}`,
    `PidFile ${folder}/pid`,
    `ErrorLog ${folder}/log.txt`,
    ...modules.map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`),
    `DocumentRoot ${folder}/www`,
    "DirectoryIndex index.html",
    `Include ${folder}/oidc.conf`,
  ];
  writeFileSync(join(folder, "httpd.conf"), `${lines.join("\n")}\n`);
  const start = `. ./oidc-secrets && exec apache2 -f ${folder}/httpd.conf -DFOREGROUND`;
  const app = startSupervised(["bash", "-c", start], { endsBy: "TERM", cwd: folder });
  running.push(app);
  const answers = () =>
    fetch(origin, { redirect: "manual" }).then(
      ({ status }) => status,
      () => 0,
    );
  await expect.poll(answers, { timeout: 30_000 }).toBeGreaterThan(0);
  return { origin, readLog: () => readFileSync(join(folder, "log.txt"), "utf8") };
}

test.runIf(selected.includes("apache"))(
  "apache signs in, refreshes, signs out, and gets a logout notice",
  async () => {
    const product = await aSimpleProduct();
    const { origin, readLog: said } = await startedApache(product);
    const { page, home, leave } = await Visit.to(browser, origin);
    try {
      const signIn = async () => {
        await home();
        await signInHosted(page, product.person);
        await page.getByText("The reports").waitFor();
      };
      await signIn();
      const before = await refreshes(product);
      await page.reload();
      await page.getByText("The reports").waitFor();
      expect(await refreshes(product)).toBeGreaterThan(before);
      await page.goto(`${origin}/oidc?logout=${encodeURIComponent(`${origin}/`)}`);
      await page.getByLabel("Email address").waitFor();
      await signIn();
      // The module revoked its tokens before the sign-out above, so that one causes no notice.
      expect(await endElsewhere(product, origin)).toBe(1);
      // Bypasses the browser's own copy of a file.
      await page.reload();
      await page.getByLabel("Email address").waitFor();
    } catch (error) {
      throw new Error(`${page.url()}\n${said().slice(-4_000)}`, { cause: error });
    } finally {
      await leave();
    }
  },
);

type WaitForOutput = (words: RegExp) => Promise<string>;

/** Signs in to a program in a terminal, runs the test there, and opens the address that it prints. */
async function atTerminal(
  [program = "", ...args]: string[],
  cwd: string,
  product: TestProduct,
  work: (type: (line: string) => void, waitFor: WaitForOutput) => Promise<string | null>,
): Promise<void> {
  const child = spawn(program, args, { cwd, stdio: ["pipe", "pipe", "inherit"] });
  const ended = once(child, "exit");
  let text = "";
  child.stdout.on("data", (part) => {
    text += part;
  });
  const waitFor: WaitForOutput = async (words) => {
    await expect.poll(() => text, { timeout: 60_000 }).toMatch(words);
    return words.exec(text)?.[1] ?? "";
  };
  const visit = await Visit.to(browser, "");
  try {
    await visit.page.goto(await waitFor(/Open (\S+)/));
    await signInHosted(visit.page, product.person);
    await visit.page.getByText("You can close this window").waitFor();
    await waitFor(new RegExp(`(Signed in as ${product.person.email})`));
    const to = await work((line) => child.stdin.write(`${line}\n`), waitFor);
    if (to) await visit.page.goto(to);
    if (to) await visit.page.getByRole("heading", { name: "You are signed out" }).waitFor();
  } finally {
    child.stdin.end();
    await ended;
    await visit.leave();
  }
}
