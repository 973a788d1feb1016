import { createHash } from "node:crypto";
import pg from "pg";
import { type DatabaseUrls, withAccount } from "@/tools/postgres/bootstrap";

// Each test file loads this before its own imports, so it imports little: the code that makes a template is
// in ./template.

/** The password of every account in a database of tests. */
export const PASSWORD = "atrium-test";

/** Seals the signing keys of the template, so that clones share them; protects only test data. */
export const TEST_MASTER_KEY = createHash("sha256").update("atrium tests").digest("base64url");

/** Clones a database from the template. */
export async function cloneDatabase(
  adminUrl: string,
  template: string,
  name: string,
): Promise<DatabaseUrls> {
  await asAdmin(adminUrl, async (client) => {
    await client.query(
      `CREATE DATABASE ${name} TEMPLATE ${template} OWNER atrium_owner STRATEGY FILE_COPY`,
    );
    // Privileges on a template are not cloned.
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

/** Runs `work` on a connection of the superuser. */
export async function asAdmin<T>(
  adminUrl: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
