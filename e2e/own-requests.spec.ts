import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, request } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Page } from "@playwright/test";
import { certificateFor } from "@/tests/support/https-host";
import { freePort } from "@/tools/postgres/free-port";
import { environment } from "./support/environment";
import { type HostProcess, startHost } from "./support/host-process";
import { demo, security } from "./support/hosted-journey";
import { signInHosted } from "./support/hosted-sign-in";
import { aHostedUser } from "./support/hosted-user";
import { expect, test } from "./support/test";

// Next fetches the page that a form's action redirects to, with the visitor's cookies, and assumes port 3000
// unless it is configured. Every request that the server makes is recorded where it is made, so that it is
// seen for any target, also when another program listens on that port.

test.setTimeout(90_000);

interface Noted {
  origin: string;
  path: string;
  headers: string;
}

const folder = mkdtempSync(join(tmpdir(), "atrium-own-requests-"));
const ends: (() => unknown)[] = [];
test.afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});
test.afterAll(() => rmSync(folder, { recursive: true }));

/** Starts a host that records its outgoing requests. */
async function observedHost(
  port: number,
  baseUrl: string,
): Promise<{ host: HostProcess; noted: () => Noted[] }> {
  const file = join(folder, `${port}.jsonl`);
  writeFileSync(file, "");
  const host = await startHost(environment(), {
    ...{ PORT: String(port), ATRIUM_BASE_URL: baseUrl, ATRIUM_SERVE: "all", ATRIUM_PROCESSES: "1" },
    NODE_OPTIONS: `--import ${resolve("e2e/support/note-requests.mjs")}`,
    NOTED_REQUESTS: file,
  });
  ends.push(() => host.stop());
  const lines = () => readFileSync(file, "utf8").split("\n").filter(Boolean);
  return { host, noted: () => lines().map((line) => JSON.parse(line) as Noted) };
}

/** Listens on the port that Next assumes; if it is in use, that program takes its place. */
async function decoy(): Promise<() => string[]> {
  const decoyRequests: string[] = [];
  const server = createServer(({ url, headers }, response) => {
    decoyRequests.push(`${url} ${headers.cookie}`);
    response.writeHead(200, { "content-type": "text/x-component" }).end("0:{}\n");
  });
  ends.push(() => server.close());
  await new Promise<void>((settle) => {
    server.once("error", () => settle());
    server.listen(3000, () => settle());
  });
  return () => decoyRequests;
}

/** Two forms whose actions redirect, and the pages after them: a request for a reset link, and a sign-in. */
async function askAndSignIn(page: Page, baseUrl: string): Promise<void> {
  const { email, password } = await aHostedUser();
  await page.goto(`${baseUrl}/forgot-password?tenant=${demo().tenant_id}`);
  await page.getByLabel("Email address").fill(email);
  await page.getByRole("main").getByRole("button").click();
  await expect(page).toHaveURL(/\/forgot-password\/sent/);
  await page.goto(baseUrl + security());
  await page.getByRole("link", { name: "Sign in" }).click();
  await signInHosted(page, email, password);
  await expect(page.getByText(email).first()).toBeVisible();
}

const toPages = (noted: Noted[]) =>
  noted.filter(({ headers, path }) => /cookie/i.test(headers) || !path.startsWith("/."));

test("no page of ours is fetched in a visitor's name, and port 3000 gets no request", async ({
  page,
}) => {
  const decoyRequests = await decoy();
  const port = await freePort();
  const { noted } = await observedHost(port, `http://localhost:${port}`);
  await askAndSignIn(page, `http://localhost:${port}`);
  expect(toPages(noted())).toEqual([]);
  expect(decoyRequests()).toEqual([]);
});

test("nor behind TLS", async ({ browser }) => {
  const [port, outside] = [await freePort(), await freePort()];
  const { noted } = await observedHost(port, `https://localhost:${outside}`);
  const tls = createTlsServer(certificateFor("localhost", 2), (incoming, outgoing) => {
    const { method, url: path } = incoming;
    const headers = { ...incoming.headers, "x-forwarded-proto": "https" };
    const passed = request({ host: "localhost", port, method, path, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    passed.on("error", () => outgoing.destroy());
    incoming.pipe(passed);
  });
  ends.push(() => {
    tls.closeAllConnections();
    tls.close();
  });
  await new Promise<void>((listening) => tls.listen(outside, "localhost", listening));
  const context = await browser.newContext({ ignoreHTTPSErrors: true });
  await askAndSignIn(await context.newPage(), `https://localhost:${outside}`);
  await context.close();
  expect(toPages(noted())).toEqual([]);
});
