import { existsSync } from "node:fs";
import { ensureSigningKeys } from "@/lib/core/signing-keys/ensure-signing-keys";
import { loadConfig } from "@/lib/kernel/config/config";
import { readDatabaseUrl } from "@/lib/kernel/config/database-url";
import { DatabaseClient } from "@/lib/kernel/db/database-client";
import { migrate } from "../../lib/kernel/db/schema/migrate";
import { requireSchema } from "../../lib/kernel/db/schema/migration-status";
import type { Cluster } from "../postgres/cluster";
import { runSupervised } from "../processes/supervised";
import { fullDisk } from "../setup/writable.mjs";
import { startLocalDatabase } from "./local-database";
import { DEMO_FILE } from "./readiness";
import type { Settings } from "./settings";
import { StartError, say, step } from "./steps";

/** Deadline of an answer of each address of the database. */
const TRY_MS = 10_000;

/** Returns a migrated database; `fresh` when this start applied migrations.
 *  @param onStart called at once with a PostgreSQL that this start runs */
export async function prepareDatabase(
  settings: Settings,
  onStart: (database: Cluster) => void,
): Promise<{ env: Settings["env"]; fresh: boolean }> {
  const env = { ...settings.env };
  if (settings.embedded) {
    const database = await step("PostgreSQL", startLocalDatabase);
    onStart(database);
    Object.assign(env, database.urls);
  }
  const { migrates, databaseOwnerUrl } = loadConfig(env);
  if (!settings.embedded) await step("database", () => tryAddresses(env));
  const fresh = await prepareSchema(env);
  // The code below reads its configuration from the environment, as the service's processes do.
  Object.assign(process.env, env, {
    PORT: String(settings.port),
    NODE_ENV: "production",
    NEXT_TELEMETRY_DISABLED: "1",
    ...(settings.host && { ATRIUM_HOST: settings.host }),
  });
  if (migrates === "start") await ensureSigningKeys(databaseOwnerUrl);
  return { env, fresh };
}

/** Migrates the schema to this version, or makes sure that it is migrated, depending on ATRIUM_MIGRATE.
 *  @returns whether this start applied migrations */
async function prepareSchema(env: Settings["env"]): Promise<boolean> {
  const { databaseUrl, databaseDirectUrl, databaseOwnerUrl, migrates } = loadConfig(env);
  if (migrates === "never") {
    await step("schema", () => requireSchema(databaseDirectUrl));
    return false;
  }
  const { login: applicationLogin } = readDatabaseUrl(databaseUrl);
  const applied = await step("migrations", () =>
    migrate(databaseOwnerUrl, { log: say, applicationLogin }),
  );
  return applied.length > 0;
}

/** Tries every address of the database that the service will need: a wrong one is reported before anything
 *  else is done.
 *  @throws StartError that names the variable and the remedy */
async function tryAddresses(env: Settings["env"]): Promise<void> {
  const { databaseUrl, databaseDirectUrl, databaseOwnerUrl, migrates } = loadConfig(env);
  const addresses = { DATABASE_URL: databaseUrl, DATABASE_DIRECT_URL: databaseDirectUrl };
  // A server that migrates nothing does not connect as the owner.
  const owned = migrates === "start" && { DATABASE_OWNER_URL: databaseOwnerUrl };
  const tried = new Set<string>();
  for (const [name, url] of Object.entries({ ...addresses, ...owned })) {
    if (tried.has(url)) continue;
    tried.add(url);
    const client = new DatabaseClient({ connectionString: url, connectionTimeoutMillis: TRY_MS });
    client.on("error", () => {});
    try {
      await client.connect();
    } catch (error) {
      // Loaded only after a failure: a successful start does not need it.
      const { unreachableFinding } = await import("../../cli/doctor/database");
      const { seen, todo } = unreachableFinding(error, name);
      throw new StartError(`The database of ${name} cannot be used: ${seen}. ${todo}`);
    } finally {
      await client.end().catch(() => {});
    }
  }
}

/** Adds the demo to a local database without tenants; another server of the same database may have been
 *  first.
 *  @returns whether it was made just now */
export async function seedOnce(
  { local }: Settings,
  env: Settings["env"],
  fresh: boolean,
): Promise<boolean> {
  const known = existsSync(DEMO_FILE);
  if (!local || (known && !fresh)) return false;
  await step("demo data", () => seed(env));
  return !known && existsSync(DEMO_FILE);
}

async function seed(env: Settings["env"]): Promise<void> {
  const command = [process.execPath, "--import", "tsx", "prisma/seed.ts"];
  const { code, output } = await runSupervised(command, { ...process.env, ...env });
  if (code !== 0)
    throw new StartError(
      fullDisk(output, ".atrium") ?? `The demo data could not be written:\n${output}`,
    );
}
