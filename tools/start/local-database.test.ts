import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  cpSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startLocalDatabase } from "./local-database";
import { dataFolder } from "./settings";
import { StartError } from "./steps";

const home = process.cwd();
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "atrium-data-"));
  // PostgreSQL may run under another account.
  chmodSync(folder, 0o711);
  process.chdir(folder);
});
afterEach(() => {
  process.chdir(home);
  rmSync(folder, { recursive: true, force: true });
});

/** Starts it once, so that there is data. */
async function used(): Promise<string> {
  await (await startLocalDatabase()).stop();
  return dataFolder();
}

async function refusal(): Promise<string> {
  const error = await startLocalDatabase().then(
    ({ stop }) => stop(),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(StartError);
  return (error as StartError).message;
}

test("data of another PostgreSQL version is reported with both versions, and how to preserve it", async () => {
  const data = await used();
  writeFileSync(join(data, "PG_VERSION"), "17\n");
  expect(await refusal()).toMatch(
    /has the data of PostgreSQL 17, and this is PostgreSQL 18\. To keep the data.*pg_dump/,
  );
}, 60_000);

test("a first start whose terminal closes during initdb reports no error, and the next start makes the data", async () => {
  const script = `import { startLocalDatabase } from "${join(home, "tools/start/local-database.ts")}"; await startLocalDatabase();`;
  const child = spawn(
    process.execPath,
    [
      "--import",
      join(home, "node_modules/tsx/dist/esm/index.mjs"),
      "--input-type=module",
      "-e",
      script,
    ],
    {
      cwd: folder,
      env: { ...process.env, TSX_TSCONFIG_PATH: join(home, "tsconfig.json") },
      detached: true,
    },
  );
  let words = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => {
      words += chunk;
    });
  const ended = once(child, "close");
  const isMade = () => globSync(`${dataFolder()}.new-*/base`).length > 0;
  await vi.waitUntil(isMade, { timeout: 20_000, interval: 5 });
  process.kill(-(child.pid ?? 0), "SIGHUP");
  await ended;
  expect(words).not.toMatch(/initdb|at .*:\d+/);
  await used();
}, 60_000);

test("incomplete data is reported with PostgreSQL's reason, and stays as it is", async () => {
  const data = await used();
  const copy = join(folder, "kept");
  cpSync(data, copy, { recursive: true });
  rmSync(join(data, "pg_wal"), { recursive: true });
  const message = await refusal();
  expect(message).toContain(`PostgreSQL can't run on ${data}: `);
  expect(message).toMatch(/pg_wal.*Put the folder back from a copy/);
  expect(message).not.toContain("\n");
  rmSync(join(data, "PG_VERSION"));
  expect(await refusal()).toMatch(/has no PG_VERSION.*Put the folder back from a copy/);
}, 60_000);

test("PostgreSQL accepts the password of local.env, whatever its password was before", async () => {
  await used();
  const local = join(folder, ".atrium/local.env");
  const other = readFileSync(local, "utf8").replace(
    /(ATRIUM_POSTGRES_PASSWORD=").*"/,
    "$1it's another one\"",
  );
  writeFileSync(local, other);
  const say = vi.spyOn(console, "log").mockReturnValue();
  const { urls, stop } = await startLocalDatabase();
  await stop();
  expect(urls.DATABASE_URL).toMatch(/^postgresql:\/\/atrium_web:/);
  expect(say).toHaveBeenCalledWith(expect.stringContaining("has another password than"));
  say.mockRestore();
  await used();
}, 60_000);
