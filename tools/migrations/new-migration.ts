// npm run db:migration -- NAME: writes the SQL that leads from the existing migrations to the schema
// files. A NAME that begins with its own 14-digit time is put there among the existing ones.
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { LOCKFILE, migrationList, schemaFiles } from "../../lib/kernel/db/schema/migration-files";
import { type SchemaEngine, withSchemaEngine } from "../../lib/kernel/db/schema/schema-engine";
import { startEphemeralCluster } from "../postgres/ephemeral";

/** Returns the SQL between the result of the migrations and the schema files; empty when they agree. Needs a
 *  server on which a shadow database may be created. `before` leaves out that migration and later ones, for
 *  one that has to come ahead of an existing one. */
async function migrationSql(adminUrl: string, before?: string): Promise<string> {
  const files = schemaFiles();
  const difference = (engine: SchemaEngine) =>
    engine.diff({
      from: { tag: "migrations", ...migrationList(process.cwd(), before) },
      to: { tag: "schemaDatamodel", files },
      script: true,
      exitCode: null,
      filters: { externalTables: [], externalEnums: [] },
    });
  const datamodels = files.map(({ path, content }): [string, string] => [path, content]);
  const { stdout } = await withSchemaEngine(adminUrl, difference, datamodels);
  return stdout?.includes("This is an empty migration") ? "" : (stdout ?? "");
}

async function main(name: string | undefined): Promise<void> {
  if (!name || !/^[a-z0-9_]+$/.test(name)) {
    throw new Error(
      "Name the migration in small letters: npm run db:migration -- add_trusted_devices",
    );
  }
  const stamp = new Date().toISOString().replace(/\D/g, "").slice(0, 14);
  const full = /^\d{14}_/.test(name) ? name : `${stamp}_${name}`;
  const cluster = await startEphemeralCluster();
  try {
    const sql = await migrationSql(cluster.adminUrl, full);
    if (!sql) return console.log("The migrations already build what the schema files say.");
    const folder = join("prisma/migrations", full);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "migration.sql"), sql);
    const lockfile = "prisma/migrations/migration_lock.toml";
    if (!existsSync(lockfile)) writeFileSync(lockfile, LOCKFILE);
    console.log(`${folder}/migration.sql`);
  } finally {
    await cluster.stop();
  }
}

if (import.meta.main) {
  await main(process.argv[2]).catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  });
}
