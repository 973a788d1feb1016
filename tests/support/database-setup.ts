// Runs before each test file, ahead of its imports: gives the file a database, an environment and our modules
// anew. The process and its loaded libraries serve one file after the other.
// Before any module of Next: a worker keeps those that an earlier file loaded, and they look for it once.
import "next/dist/server/node-environment-baseline";
import { setTimeout as sleep } from "node:timers/promises";
import type { Pool } from "pg";
import { afterAll, inject, vi } from "vitest";
import { cloneDatabase, dropDatabase, TEST_MASTER_KEY } from "./database";

const { adminUrl, template, prefix, poolerPort } = inject("testServer");
// One database for each worker, which works on one file at a time.
const database = `${prefix}w${process.env.VITEST_POOL_ID}`;

const globals = globalThis as unknown as Record<symbol, NodeJS.ProcessEnv | undefined>;
const ENVIRONMENT = Symbol.for("tests.environment");
globals[ENVIRONMENT] ??= { ...process.env };
for (const name of Object.keys(process.env))
  if (!(name in globals[ENVIRONMENT])) delete process.env[name];
Object.assign(process.env, globals[ENVIRONMENT]);

// Process-wide singletons (lib/kernel/process/singleton) are made anew with their modules.
for (const key of Object.getOwnPropertySymbols(globalThis))
  if (Symbol.keyFor(key)?.startsWith("atrium.")) Reflect.deleteProperty(globalThis, key);
vi.resetModules();

await dropDatabase(adminUrl, database, true);
const urls = await cloneDatabase(adminUrl, template, database);
Object.assign(process.env, urls, throughPooler(urls.DATABASE_URL), {
  ATRIUM_MODE: "local",
  ATRIUM_BASE_URL: "http://localhost:3000",
  ATRIUM_MASTER_KEY: TEST_MASTER_KEY,
  ATRIUM_LOG_LEVEL: "silent",
  // A machine that runs all tests at once is slower than a production server. Tests of deadlines set their
  // own.
  ATRIUM_DATABASE_TIMEOUT_SECONDS: "10",
});

// The template's first data key, for every test file: nothing else of the service is loaded before it.
const { FIRST_DATA_KEY, takeDataKeys } = await import("@/lib/kernel/crypto/keyring");
takeDataKeys([{ id: FIRST_DATA_KEY, key: Buffer.from(TEST_MASTER_KEY, "base64url"), seals: true }]);

// Every process of the service does this before its work.
await import("@/lib/features/all");

afterAll(async () => {
  // Connections of lib/kernel/db/connections, if the file used them and did not close them. A server that a
  // test stopped does not answer a close.
  const connections: unknown = Reflect.get(globalThis, Symbol.for("atrium.connections"));
  if (connections && typeof connections === "object" && "end" in connections)
    // A close takes milliseconds.
    await Promise.race([(connections as Pool).end().catch(() => {}), sleep(2_000)]);
});

function throughPooler(url: string): Record<string, string> {
  if (!poolerPort) return {};
  const pooled = new URL(url);
  pooled.port = poolerPort;
  return { DATABASE_URL: pooled.href, DATABASE_DIRECT_URL: url };
}
