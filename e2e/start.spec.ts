import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { HOST } from "@/host/built-files.mjs";
import { documented } from "@/tests/support/documented";
import { copiedCheckout } from "@/tests/support/linked-checkout";
import { inShell, ownPath } from "@/tests/support/shell";
import { freePort } from "@/tools/postgres/free-port";
import { environment } from "./support/environment";
import { childrenOf, commandOf } from "./support/host-process";
import { expect, test } from "./support/test";

test.skip(process.platform !== "linux", "reads /proc to see the processes");
test.setTimeout(120_000);

/** A copy of this folder, as on another server. */
let clone: string;
let started: ChildProcess | undefined;
test.beforeEach(() => {
  clone = copiedCheckout();
});
test.afterEach(async () => {
  if (started && started.exitCode === null && started.signalCode === null) {
    process.kill(serverOf(started), "SIGTERM");
    await once(started, "exit");
  }
  rmSync(clone, { recursive: true });
});

/** Runs a command there, with the environment of this run and these variables. */
function typed(
  command: string,
  env: Record<string, string>,
): { words: () => string; stdout: () => string } {
  const child = spawn("bash", inShell(command), {
    cwd: clone,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, PATH: ownPath, ...env },
  });
  started = child;
  const [out, all] = [[] as string[], [] as string[]];
  child.stdout.on("data", (chunk: Buffer) => {
    out.push(chunk.toString());
    all.push(chunk.toString());
  });
  child.stderr.on("data", (chunk: Buffer) => all.push(chunk.toString()));
  return { words: () => all.join(""), stdout: () => out.join("") };
}

/** Returns the supervisor: the last process of npm, its shell and their children. */
function serverOf({ pid = 0 }: ChildProcess): number {
  const below = childrenOf(pid).filter((one) => /npm|npx|\/?sh |node/.test(commandOf(one)));
  const [next] = below;
  const isServer = /^\S*node \S*(tools\/start\.mjs|\.bin\/atrium)( |$)/.test(commandOf(pid));
  return isServer || next === undefined ? pid : serverOf({ pid: next } as ChildProcess);
}

/** Starts it, on the database of the running service. */
async function start(): Promise<{ process: ChildProcess; baseUrl: string; words: () => string }> {
  const { databaseUrl, databaseOwnerUrl, masterKey } = environment();
  const port = await freePort();
  const { words } = typed(documented("README.md", "npm start"), {
    DATABASE_URL: databaseUrl,
    DATABASE_OWNER_URL: databaseOwnerUrl,
    ATRIUM_MASTER_KEY: masterKey,
    ATRIUM_MODE: "local",
    ATRIUM_BASE_URL: `http://localhost:${port}`,
    ATRIUM_PROCESSES: "2",
    ATRIUM_SERVE: "api",
    PORT: String(port),
  });
  await expect.poll(words, { timeout: 90_000 }).toMatch(/Atrium \S+ is ready/);
  return { process: started as ChildProcess, baseUrl: `http://localhost:${port}`, words };
}

/** The started process supervises the web processes by itself. */
const webOf = (child: ChildProcess) =>
  childrenOf(serverOf(child)).filter((pid) => commandOf(pid).includes(HOST));

test("a second server adds no demo, SIGHUP exchanges its web processes, and SIGTERM ends it", async () => {
  const second = await start();
  expect(existsSync(join(clone, ".atrium/demo.json"))).toBe(false);
  expect(second.words()).not.toContain("Sign in with");
  const before = webOf(second.process);
  expect(before).toHaveLength(2);
  for (const pid of [...before, ...childrenOf(serverOf(second.process))])
    expect(readFileSync(`/proc/${pid}/environ`, "utf8")).not.toContain("DATABASE_OWNER_URL");
  process.kill(serverOf(second.process), "SIGHUP");
  const old = () => webOf(second.process).filter((pid) => before.includes(pid));
  await expect
    .poll(() => [old(), webOf(second.process).length], { timeout: 30_000 })
    .toEqual([[], 2]);
  expect((await fetch(`${second.baseUrl}/readyz`)).status).toBe(200);
  process.kill(serverOf(second.process), "SIGTERM");
  expect(await once(second.process, "exit")).toEqual([0, null]);
});

test("when npm start is killed outright, what it had started ends", async () => {
  const { process: child, baseUrl } = await start();
  const server = serverOf(child);
  const parts = [...webOf(child), ...childrenOf(server).flatMap(childrenOf)];
  expect(parts.length).toBeGreaterThan(2);
  process.kill(server, "SIGKILL");
  await expect
    .poll(() => parts.filter((pid) => commandOf(pid) !== ""), { timeout: 20_000 })
    .toEqual([]);
  await expect(fetch(`${baseUrl}/healthz`)).rejects.toThrow();
});

test("npm start -- stop ends the start of the folder, and says when there is none", async () => {
  const { process: child, baseUrl } = await start();
  const stopped = () =>
    execFileSync("bash", inShell("npm start -- stop"), {
      cwd: clone,
      encoding: "utf8",
      env: { ...process.env, PATH: ownPath },
    });
  expect(stopped()).toContain("Atrium has ended");
  await expect(fetch(`${baseUrl}/healthz`)).rejects.toThrow();
  await expect.poll(() => child.exitCode, { timeout: 20_000 }).toBe(0);
  expect(stopped()).toContain("No Atrium runs from this folder.");
});

test("when npm alone is killed outright, what it had started ends", async () => {
  const { process: child } = await start();
  const all = (pid: number): number[] => childrenOf(pid).flatMap((one) => [one, ...all(one)]);
  const below = all(child.pid ?? 0);
  const npm = [child.pid ?? 0, ...below].find((pid) => commandOf(pid).startsWith("npm start"));
  process.kill(npm ?? 0, "SIGKILL");
  await expect
    .poll(() => below.filter((pid) => commandOf(pid) !== ""), { timeout: 20_000 })
    .toEqual([]);
});

test("npx atrium dev prints the service's address in its first line, and ends at a signal", async () => {
  const { stdout: said, words } = typed(documented("docs/TESTING.md", "npx atrium dev"), {});
  await expect.poll(said, { timeout: 90_000, message: words() }).toContain("\n");
  const about = JSON.parse(said().split("\n")[0] ?? "");
  expect((await fetch(`${about.base_url}/readyz`)).status).toBe(200);
  expect(about.tenants).toHaveProperty("acme");
  expect(existsSync(join(clone, ".atrium/dev.json"))).toBe(true);
  process.kill(serverOf(started as ChildProcess), "SIGTERM");
  await once(started as ChildProcess, "exit");
  await expect(fetch(about.base_url)).rejects.toThrow();
});
