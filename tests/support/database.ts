import { createHash } from "node:crypto";
import pg from "pg";
import { ensureSigningKeys } from "@/lib/oidc/keys/ensure-signing-keys";
import { migrate } from "@/scripts/db/migrate";
import { bootstrapDatabase, type DatabaseUrls, withAccount } from "@/scripts/postgres/bootstrap";
import { contentHash } from "@/scripts/setup/content-hash.mjs";

const PASSWORD = "atrium-test";

/** Seals the signing keys of the template, so that clones share them; guards nothing but test data. */
export const TEST_MASTER_KEY = createHash("sha256").update("atrium tests").digest("base64url");

const SHAPED_BY = [
  "prisma/migrations",
  "lib/jobs/install.ts",
  "lib/jobs/queues.ts",
  "lib/oidc/keys",
  "lib/crypto",
];

/**
 * A migrated, empty database that others are cloned from. It is named for what shaped it, so that a
 * server that is kept between runs migrates only when a migration changed.
 * @param adminUrl a superuser of a server that is there for tests only
 * @returns the template's name
 */
export async function prepareTemplate(adminUrl: string): Promise<string> {
  const name = `atrium_template_${contentHash(process.cwd(), SHAPED_BY).slice(0, 12)}`;
  await asAdmin(adminUrl, async (client) => {
    // Two runs may share the server; the second waits and then finds the template made.
    await client.query("SELECT pg_advisory_lock(hashtext($1))", [name]);
    const { rows } = await client.query(
      "SELECT datistemplate FROM pg_database WHERE datname = $1",
      [name],
    );
    if (rows[0]?.datistemplate) return;
    // One that is not marked was left half made.
    await client.query(`DROP DATABASE IF EXISTS ${name}`);
    const accounts = { ownerPassword: PASSWORD, webPassword: PASSWORD };
    const urls = await bootstrapDatabase(adminUrl, { database: name, ...accounts });
    await migrate(urls.DATABASE_OWNER_URL);
    Object.assign(process.env, urls, { ATRIUM_MODE: "local", ATRIUM_MASTER_KEY: TEST_MASTER_KEY });
    await ensureSigningKeys(urls.DATABASE_OWNER_URL);
    await client.query(`ALTER DATABASE ${name} IS_TEMPLATE true`);
  });
  return name;
}

/** A database of its own, as the template is. */
export async function cloneDatabase(
  adminUrl: string,
  template: string,
  name: string,
): Promise<DatabaseUrls> {
  await asAdmin(adminUrl, async (client) => {
    await client.query(
      `CREATE DATABASE ${name} TEMPLATE ${template} OWNER atrium_owner STRATEGY FILE_COPY`,
    );
    // What a template lets whom do does not come along.
    await client.query(`REVOKE TEMPORARY ON DATABASE ${name} FROM PUBLIC`);
  });
  return {
    DATABASE_URL: withAccount(adminUrl, "atrium_web", PASSWORD, name),
    DATABASE_OWNER_URL: withAccount(adminUrl, "atrium_owner", PASSWORD, name),
  };
}

/** Removes a clone; one that is still in use stays, unless `force` disconnects its users. */
export async function dropDatabase(adminUrl: string, name: string, force = false): Promise<void> {
  await asAdmin(adminUrl, (client) =>
    client.query(`DROP DATABASE IF EXISTS ${name}${force ? " WITH (FORCE)" : ""}`),
  );
}

/** Names of databases whose name begins so. */
export async function databasesNamed(adminUrl: string, prefix: string): Promise<string[]> {
  return asAdmin(adminUrl, async (client) => {
    const query = "SELECT datname FROM pg_database WHERE starts_with(datname, $1)";
    const { rows } = await client.query<{ datname: string }>(query, [prefix]);
    return rows.map((row) => row.datname);
  });
}

async function asAdmin<T>(adminUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
