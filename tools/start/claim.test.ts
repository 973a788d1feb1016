import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { parseEnv } from "node:util";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { FIRST_START } from "@/tests/support/command-line";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "atrium-claim-"));
  // Accessible to PostgreSQL's account: then its data is below the folder.
  chmodSync(folder, 0o711);
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
});

interface Start {
  process: ChildProcess;
  /** Its printed values; null for a start that was refused. */
  made: Promise<{ key: string; password: string; port: number; baseUrl: string } | null>;
  said: Promise<string>;
}

/** Starts in the folder with nothing but these variables. */
function start(env: Record<string, string> = {}): Start {
  const child = spawn(process.execPath, [resolve(FIRST_START)], {
    cwd: folder,
    env: { PATH: process.env.PATH, NODE_ENV: "test", ...env },
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const line = new Promise<string>((settle) => {
    child.stdout.once("data", (chunk: Buffer) => settle(chunk.toString()));
    child.once("close", () => settle("null"));
  });
  return {
    process: child,
    made: line.then((found) => JSON.parse(found)),
    said: text(child.stderr),
  };
}

async function ended({ process: child }: Start): Promise<void> {
  child.stdin?.end();
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
}

const storedSettings = () => parseEnv(readFileSync(join(folder, ".atrium/local.env"), "utf8"));

test("of two parallel first starts one makes the secrets, and its secrets are the stored ones", async () => {
  for (let round = 0; round < 8; round += 1) {
    rmSync(join(folder, ".atrium"), { recursive: true, force: true });
    const both = [start(), start()];
    const made = await Promise.all(both.map((one) => one.made));
    const [winner, ...others] = made.filter((one) => one !== null);
    expect(others).toEqual([]);
    expect(storedSettings()).toMatchObject({
      ATRIUM_MASTER_KEY: winner?.key,
      ATRIUM_POSTGRES_PASSWORD: winner?.password,
    });
    await Promise.all(both.map(ended));
    const output = (await Promise.all(both.map((one) => one.said))).join("");
    expect(output).toMatch(/^Atrium is already running from this folder.*npm start -- stop$/m);
  }
}, 60_000);

test("a start that was killed leaves the folder to the next one, even if another process has its number", async () => {
  const first = start();
  const made = await first.made;
  first.process.kill("SIGKILL");
  await once(first.process, "exit");
  const namesake = spawn("sh", ["-c", "sleep 60; : tools/start.mjs"]);
  onTestFinished(() => void namesake.kill("SIGKILL"));
  writeFileSync(join(folder, ".atrium/start.pid"), String(namesake.pid));
  const second = start();
  expect(await second.made).toEqual(made);
  expect(readFileSync(join(folder, ".atrium/start.pid"), "utf8")).toBe(String(second.process.pid));
  await ended(second);
});

test("a lost master key is not made anew, and the error says where it may still be found", async () => {
  mkdirSync(join(folder, ".atrium/postgres"), { recursive: true });
  const lost = start();
  expect(await lost.made).toBeNull();
  expect(await lost.said).toMatch(
    /local\.env has no ATRIUM_MASTER_KEY.*Put the file back from a copy/,
  );
  expect(existsSync(join(folder, ".atrium/local.env"))).toBe(false);
  const key = Buffer.alloc(32, 7).toString("base64url");
  writeFileSync(join(folder, ".atrium/running.env"), `ATRIUM_MASTER_KEY="${key}"\n`);
  const again = start();
  expect(await again.made).toBeNull();
  const [, command = ""] = /start again: (grep .*)$/m.exec(await again.said) ?? [];
  await once(spawn("sh", ["-c", command], { cwd: folder }), "exit");
  const mended = start();
  expect((await mended.made)?.key).toBe(key);
  expect(storedSettings()).toHaveProperty("ATRIUM_POSTGRES_PASSWORD");
  await ended(mended);
});

test("a lost key of an external database is not made anew either", async () => {
  const DATABASE_URL = "postgres://atrium_web@127.0.0.1:1/atrium";
  const first = start({ DATABASE_URL, ATRIUM_MODE: "local" });
  const made = await first.made;
  await ended(first);
  const running = `ATRIUM_MASTER_KEY="${made?.key}"\nDATABASE_URL="${DATABASE_URL}"\n`;
  writeFileSync(join(folder, ".atrium/running.env"), running);
  rmSync(join(folder, ".atrium/local.env"));
  const lost = start({ DATABASE_URL, ATRIUM_MODE: "local" });
  expect(await lost.made).toBeNull();
  expect(await lost.said).toMatch(/running\.env has the key of the last start/);
});

test("a file that can't be written completely stays as it was", async () => {
  const first = start();
  const made = await first.made;
  await ended(first);
  // The folder is not writable.
  mkdirSync(join(folder, ".atrium/local.env.new/full"), { recursive: true });
  const { ATRIUM_POSTGRES_PASSWORD: _, ...rest } = storedSettings();
  const without = Object.entries(rest)
    .map(([name, value]) => `${name}="${value}"\n`)
    .join("");
  writeFileSync(join(folder, ".atrium/local.env"), without);
  const second = start();
  expect(await second.made).toBeNull();
  expect(readFileSync(join(folder, ".atrium/local.env"), "utf8")).toBe(without);
  expect(without).toContain(made?.key);
});

test("port 0 is a free one, which the service's address has", async () => {
  const first = start({ PORT: "0" });
  const made = await first.made;
  expect(made?.port).toBeGreaterThan(0);
  expect(made?.baseUrl).toBe(`http://localhost:${made?.port}`);
  await ended(first);
});
