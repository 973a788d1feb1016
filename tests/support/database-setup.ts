// Runs before each test file, ahead of its imports: gives the file a database and an environment.
import { randomBytes } from "node:crypto";
import { afterAll, inject } from "vitest";
import { FIRST_DATA_KEY, takeDataKeys } from "@/lib/crypto/keyring";
import { cloneDatabase, dropDatabase, TEST_MASTER_KEY } from "./database";

const { adminUrl, template, prefix, poolerPort } = inject("testServer");
const database = `${prefix}${randomBytes(6).toString("hex")}`;

const urls = await cloneDatabase(adminUrl, template, database);
Object.assign(process.env, urls, throughPooler(urls.DATABASE_URL), {
  ATRIUM_MODE: "local",
  ATRIUM_BASE_URL: "http://localhost:3000",
  ATRIUM_MASTER_KEY: TEST_MASTER_KEY,
  ATRIUM_LOG_LEVEL: "silent",
  // A machine that runs all tests at once is slower than one that serves. What tests deadlines sets its own.
  ATRIUM_DATABASE_TIMEOUT_SECONDS: "10",
});

// The template's first data key, whatever the file does: nothing else of the service is loaded before it.
takeDataKeys([{ id: FIRST_DATA_KEY, key: Buffer.from(TEST_MASTER_KEY, "base64url"), seals: true }]);

afterAll(async () => {
  // The pool of lib/db/transaction, if the file came to use it (lib/process/singleton keeps it there).
  const pool: unknown = Reflect.get(globalThis, Symbol.for("atrium.pool"));
  if (pool && typeof pool === "object" && "end" in pool && typeof pool.end === "function") {
    await pool.end();
  }
  // By force: PostgreSQL waits five seconds for whoever is still connected, and then keeps the database.
  await dropDatabase(adminUrl, database, true).catch(() => {});
});

function throughPooler(url: string): Record<string, string> {
  if (!poolerPort) return {};
  const pooled = new URL(url);
  pooled.port = poolerPort;
  return { DATABASE_URL: pooled.href, DATABASE_DIRECT_URL: url };
}
