import { execFile, execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { promisify } from "node:util";
import type { TestTenant } from "@/packages/testing/src/about";
import { type DatabaseUrls, withAccount } from "../postgres/bootstrap";
import { type Cluster, startCluster } from "../postgres/cluster";
import { startTemporary } from "../postgres/temporary-folder";
import { contentHash } from "../setup/content-hash.mjs";
import { LIVE } from "./databases";
import type { DevOptions } from "./dev-options";
import { StartError } from "./fixtures";
import { clusterSettings } from "./service-settings";

/** Data folder of a PostgreSQL with the schema and the fixtures, which each start copies. */
export interface Base {
  folder: string;
  /** Passwords of the superuser, of the schema's owner and of the service. */
  passwords: { admin: string; owner: string; web: string };
  masterKey: string;
  tenants: Record<string, TestTenant>;
}

const BASES = ".atrium/dev";
/** Longest age of a base, in milliseconds: its signing keys are rotated and its partitions end, so an older
 *  one is made anew. */
const OLDEST_MS = 7 * 24 * 60 * 60 * 1000;

/** Returns the base for these fixtures and this build, which the first start makes.
 *  @param making called before it is made, which takes a while */
export async function findBase(
  { fixtures, seed }: Pick<DevOptions, "fixtures" | "seed">,
  making: () => void,
): Promise<Base> {
  const input = JSON.stringify({ fixtures, seed });
  const folder = join(BASES, `base-${keyOf(input)}`);
  if (isStale(folder)) {
    making();
    removeOld();
    await make(folder, input);
  }
  return { folder, ...JSON.parse(readFileSync(join(folder, "base.json"), "utf8")) };
}

/** Hash of everything a base depends on: the code that makes it, the schema, the fixtures. */
function keyOf(input: string): string {
  const root = process.cwd();
  const own = relative(root, import.meta.dirname);
  const built = contentHash(root, [own, "prisma/migrations", "prisma/functions"]);
  return createHash("sha256").update(`${built} ${input}`).digest("hex").slice(0, 16);
}

function isStale(folder: string): boolean {
  const made = statSync(join(folder, "base.json"), { throwIfNoEntry: false });
  return !made || Date.now() - made.mtimeMs > OLDEST_MS;
}

function removeOld(): void {
  if (!existsSync(BASES)) return;
  for (const name of readdirSync(BASES))
    if (name.startsWith("base-") && isStale(join(BASES, name)))
      rmSync(join(BASES, name), { recursive: true, force: true });
}

/** Makes a base in a process of its own, which has the settings of that PostgreSQL and random bytes that
 *  follow from the seed. */
async function make(folder: string, input: string): Promise<void> {
  mkdirSync(BASES, { recursive: true });
  const script = join(import.meta.dirname, "base.mjs");
  const making = promisify(execFile)(process.execPath, [script, folder]);
  making.child.stdin?.end(input);
  await making.catch(({ stdout, stderr, code }) => {
    const output = `${stdout}${stderr}`.trim();
    throw new StartError(output || `The base could not be made (code ${code}).`);
  });
}

/** Starts a PostgreSQL on a copy of the base. It is removed after `stop()`, and when this process dies.
 *  @param port on which it listens, on this machine alone */
export function startCopy({ folder, passwords }: Base, port: number): Promise<Cluster> {
  return startTemporary("atrium-dev-", (dataDir) => {
    copyFiles(join(folder, "data"), dataDir);
    return startCluster({ dataDir, port, password: passwords.admin, settings: clusterSettings });
  });
}

/** Database addresses for the service's settings. */
export function urlsOf({ passwords }: Base, port: number): DatabaseUrls {
  const server = `postgresql://postgres@127.0.0.1:${port}/postgres`;
  return {
    DATABASE_URL: withAccount(server, "atrium_web", passwords.web, LIVE),
    DATABASE_OWNER_URL: withAccount(server, "atrium_owner", passwords.owner, LIVE),
  };
}

/** Copies files with their owners, which PostgreSQL insists on. Where the file system can, nothing is copied
 *  until it is written. */
export function copyFiles(from: string, to: string): void {
  execFileSync("cp", ["-a", from, to], { stdio: "pipe" });
}
