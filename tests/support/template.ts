import { ensureSigningKeys } from "@/lib/core/signing-keys/ensure-signing-keys";
import { migrate } from "@/lib/kernel/db/schema/migrate";
import { bootstrapDatabase } from "@/tools/postgres/bootstrap";
import { contentHash } from "@/tools/setup/content-hash.mjs";
import { asAdmin, PASSWORD, TEST_MASTER_KEY } from "./database";

const SHAPED_BY = [
  "prisma/migrations",
  "lib/kernel/jobs/install.ts",
  "lib/kernel/jobs/queues.ts",
  "lib/core/signing-keys",
  "lib/kernel/crypto",
];

/** Prepares a migrated, empty database that others are cloned from. Its name is a hash of the files that
 *  shape it, so that a server that stays between runs migrates only when a migration changed.
 *  @param adminUrl a superuser of a server that is there for tests only
 *  @returns the template's name */
export async function prepareTemplate(adminUrl: string): Promise<string> {
  const name = `atrium_template_${contentHash(process.cwd(), SHAPED_BY).slice(0, 12)}`;
  await asAdmin(adminUrl, async (client) => {
    // Two runs may share the server; the second waits and then finds the template.
    await client.query("SELECT pg_advisory_lock(hashtext($1))", [name]);
    const { rows } = await client.query(
      "SELECT datistemplate FROM pg_database WHERE datname = $1",
      [name],
    );
    if (rows[0]?.datistemplate) return;
    // One that is not marked was left half made by a run that ended early.
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
