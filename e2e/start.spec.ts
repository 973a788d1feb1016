import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { HOST, START } from "@/scripts/host/built-files.mjs";
import { freePort } from "@/scripts/postgres/free-port";
import { environment } from "./support/environment";
import { childrenOf, commandOf } from "./support/host-process";
import { expect, test } from "./support/test";

test.skip(process.platform !== "linux", "reads /proc to see the processes");
test.setTimeout(120_000);

/** This folder as another server has it: the same build, and nothing that a start leaves behind. */
let clone: string;
let started: ChildProcess | undefined;
test.beforeEach(() => {
  clone = mkdtempSync(join(tmpdir(), "atrium-clone-"));
  const shared = readdirSync(".").filter((name) => !name.startsWith(".") || name === ".next");
  for (const name of shared) symlinkSync(resolve(name), join(clone, name));
});
test.afterEach(async () => {
  if (started && started.exitCode === null && started.signalCode === null) {
    started.kill("SIGTERM");
    await once(started, "exit");
  }
  rmSync(clone, { recursive: true });
});

/** What npm start does there, on the database of the running service. */
async function start(): Promise<{ process: ChildProcess; baseUrl: string; words: () => string }> {
  const { databaseUrl, databaseOwnerUrl, masterKey } = environment();
  const port = await freePort();
  const child = spawn(process.execPath, [START], {
    cwd: clone,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      DATABASE_OWNER_URL: databaseOwnerUrl,
      ATRIUM_MASTER_KEY: masterKey,
      ATRIUM_MODE: "local",
      ATRIUM_BASE_URL: `http://localhost:${port}`,
      ATRIUM_PROCESSES: "2",
      ATRIUM_SERVE: "api",
      PORT: String(port),
    },
  });
  started = child;
  let words = "";
  const hear = (chunk: Buffer) => {
    words += chunk.toString();
  };
  child.stdout.on("data", hear);
  child.stderr.on("data", hear);
  await expect.poll(() => words, { timeout: 90_000 }).toMatch(/Atrium \S+ is ready/);
  return { process: child, baseUrl: `http://localhost:${port}`, words: () => words };
}

/** The process that was started supervises the web processes by itself. */
const webOf = ({ pid = 0 }: ChildProcess) =>
  childrenOf(pid).filter((child) => commandOf(child).includes(HOST));

test("a second server adds no demo, SIGHUP exchanges its web processes, and SIGTERM ends it", async () => {
  const second = await start();
  expect(existsSync(join(clone, ".atrium/demo.json"))).toBe(false);
  expect(second.words()).not.toContain("Sign in with");
  const before = webOf(second.process);
  expect(before).toHaveLength(2);
  second.process.kill("SIGHUP");
  const old = () => webOf(second.process).filter((pid) => before.includes(pid));
  await expect
    .poll(() => [old(), webOf(second.process).length], { timeout: 30_000 })
    .toEqual([[], 2]);
  expect((await fetch(`${second.baseUrl}/readyz`)).status).toBe(200);
  second.process.kill("SIGTERM");
  expect(await once(second.process, "exit")).toEqual([0, null]);
});

test("when npm start is killed outright, what it had started ends", async () => {
  const { process: child, baseUrl } = await start();
  const parts = [...webOf(child), ...childrenOf(child.pid ?? 0).flatMap(childrenOf)];
  expect(parts.length).toBeGreaterThan(2);
  child.kill("SIGKILL");
  await expect
    .poll(() => parts.filter((pid) => commandOf(pid) !== ""), { timeout: 20_000 })
    .toEqual([]);
  await expect(fetch(`${baseUrl}/healthz`)).rejects.toThrow();
});
