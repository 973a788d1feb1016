import pg from "pg";
import { withClient } from "./with-client";

export type DatabaseAccounts = { database: string; ownerPassword: string; webPassword: string };

/** Connection addresses, by the names of their settings. */
export type DatabaseUrls = { DATABASE_URL: string; DATABASE_OWNER_URL: string };

/** Creates, as superuser, the roles that a fresh PostgreSQL lacks: `atrium_owner`, which owns the database
 *  and migrates it; `atrium_app`, whose rights row-level security limits; and `atrium_web`, the login the
 *  service uses to act as `atrium_app`. Idempotent; passwords are set anew each time. */
export async function bootstrapDatabase(
  adminUrl: string,
  accounts: DatabaseAccounts,
): Promise<DatabaseUrls> {
  const { database, ownerPassword, webPassword } = accounts;
  await withClient(adminUrl, async (client) => {
    await createRole(client, "CREATE ROLE atrium_app NOLOGIN");
    await createRole(client, "CREATE ROLE atrium_owner LOGIN CREATEROLE");
    await createRole(client, "CREATE ROLE atrium_web LOGIN");
    await client.query(`ALTER ROLE atrium_owner PASSWORD ${client.escapeLiteral(ownerPassword)}`);
    await client.query(`ALTER ROLE atrium_web PASSWORD ${client.escapeLiteral(webPassword)}`);
    // With the admin option, as if the owner had created the role by the migration.
    await client.query("GRANT atrium_app TO atrium_owner WITH ADMIN OPTION");
    await client.query("GRANT atrium_app TO atrium_web");
    await createDatabase(client, database);
  });
  return {
    DATABASE_URL: withAccount(adminUrl, "atrium_web", webPassword, database),
    DATABASE_OWNER_URL: withAccount(adminUrl, "atrium_owner", ownerPassword, database),
  };
}

/** Returns the address of the same server under another account and database. */
export function withAccount(url: string, user: string, password: string, database: string): string {
  const other = new URL(url);
  other.username = user;
  other.password = encodeURIComponent(password);
  other.pathname = `/${database}`;
  return other.toString();
}

/** PostgreSQL's states for a role that exists, and for one that another session creates at this moment. */
const IS_THERE = new Set<unknown>(["42710", "23505"]);

/** Creates a role, unless it exists: CREATE ROLE has no IF NOT EXISTS, and two set-ups may run at the same
 *  time. */
async function createRole(client: pg.Client, statement: string): Promise<void> {
  await client.query(statement).catch((error: unknown) => {
    if (!(error instanceof pg.DatabaseError && IS_THERE.has(error.code))) throw error;
  });
}

async function createDatabase(client: pg.Client, name: string): Promise<void> {
  const { rowCount } = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [name]);
  if (rowCount === 0) {
    await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)} OWNER atrium_owner`);
  }
}
