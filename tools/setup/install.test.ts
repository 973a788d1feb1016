import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

/** A folder with packages to install; its lock file is below it. */
let root: string;
let lock: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "atrium-install-"));
  lock = join(root, ".atrium/installing");
  mkdirSync(join(root, ".atrium"));
  writeFileSync(join(root, "package.json"), JSON.stringify({ name: "a", version: "1.0.0" }));
  writeLockfile({});
});
afterEach(() => rmSync(root, { recursive: true }));

function writeLockfile(packages: Record<string, object>): void {
  const all = { "": { name: "a", version: "1.0.0", dependencies: {} }, ...packages };
  const file = { name: "a", version: "1.0.0", lockfileVersion: 3, requires: true, packages: all };
  writeFileSync(join(root, "package-lock.json"), JSON.stringify(file));
}

/** Adds a dependency that only a registry has. */
function addUnknownPackage(): void {
  const dependencies = { "never-kept": "1.0.0" };
  const about = { name: "a", version: "1.0.0", dependencies };
  writeFileSync(join(root, "package.json"), JSON.stringify(about));
  const resolved = "https://registry.npmjs.org/never-kept/-/never-kept-1.0.0.tgz";
  const integrity = `sha512-${Buffer.alloc(64, 7).toString("base64")}`;
  writeLockfile({
    "": about,
    "node_modules/never-kept": { version: "1.0.0", resolved, integrity },
  });
}

/** Runs the installation in a process of its own, against this registry. */
function install(registry: string) {
  const module = resolve("tools/setup/install.mjs");
  const script = `const { install } = await import(${JSON.stringify(module)});
    await install(${JSON.stringify(root)}, { patienceMs: 1500 }).catch((error) => {
      console.log(error.message);
      process.exitCode = 1;
    });`;
  const file = join(root, "start.mjs");
  writeFileSync(file, script);
  const child = spawn(process.execPath, [file], {
    env: {
      ...process.env,
      npm_config_registry: registry,
      npm_config_cache: join(root, "cache"),
      npm_config_update_notifier: "false",
    },
  });
  let words = "";
  child.stdout.on("data", (chunk) => {
    words += chunk;
  });
  const ended = new Promise<number | null>((settle) => child.once("close", settle));
  return { child, ended, words: () => words };
}

const closedPort = "http://127.0.0.1:9";

/** Starts a process that runs until it is killed. */
function another(...args: string[]) {
  return spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)", ...args]);
}

async function listening(server: Server): Promise<string> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test("the lock of a process that is gone, or of another program with its number, is ignored", async () => {
  const other = another("something-else");
  const gone = { pid: 2 ** 22 + 1, command: "start.mjs" };
  writeFileSync(lock, JSON.stringify([gone, { pid: other.pid, command: "start.mjs" }]));
  const { ended, words } = install(closedPort);
  expect(await ended).toBe(0);
  other.kill();
  expect(words()).toContain("installing packages");
  expect(words()).not.toContain("waiting");
  expect(existsSync(lock)).toBe(false);
}, 30_000);

test("a folder that an older version left as its lock is ignored", async () => {
  mkdirSync(lock);
  expect(await install(closedPort).ended).toBe(0);
}, 30_000);

test("a running installation is waited for, with a message", async () => {
  const other = another("start.mjs");
  writeFileSync(lock, JSON.stringify([{ pid: other.pid, command: "start.mjs" }]));
  const { child, ended, words } = install(closedPort);
  await new Promise((seen) => child.stdout.once("data", seen));
  expect(words()).toContain(`waiting for it`);
  expect(words()).toContain(String(other.pid));
  other.kill();
  expect(await ended).toBe(0);
}, 30_000);

test("without a network it ends soon, with an explanation", async () => {
  addUnknownPackage();
  const silent = createServer(() => {});
  for (const registry of [closedPort, await listening(silent)]) {
    const { ended, words } = install(registry);
    expect(await ended).toBe(1);
    expect(words()).toContain("registry can't be reached");
  }
  silent.close();
}, 60_000);

test("one that is interrupted leaves no lock", async () => {
  // Answers the ping, and no other request.
  const slow = createServer((socket) => {
    socket.once("data", (received) => {
      if (String(received).includes("ping"))
        socket.end("HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}");
    });
    socket.on("error", () => {});
  });
  addUnknownPackage();
  const { child, ended, words } = install(await listening(slow));
  const holders = () => (existsSync(lock) ? JSON.parse(readFileSync(lock, "utf8") || "[]") : []);
  await expect.poll(() => holders().length, { timeout: 15_000 }).toBe(2);
  child.kill("SIGINT");
  expect(await ended).toBe(1);
  expect(words()).toContain("interrupted");
  expect(existsSync(lock)).toBe(false);
  slow.close();
}, 30_000);
