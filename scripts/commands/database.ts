import type { Command } from "commander";
import { config } from "@/lib/config/config";
import { answering, type Shown } from "./shown";

/** `atrium db …`: the schema of the database. */
export function addDatabaseCommands(program: Command): void {
  const db = program.command("db").description("The schema of the database");
  db.command("migrate")
    .description("Bring it to this version, as its owner; several at once wait for one another")
    .action(answering(migrateDatabase));
  db.command("status")
    .description("Say which migrations are missing; the exit code is 1 when any is")
    .action(answering(status));
}

async function migrateDatabase(): Promise<Shown> {
  const { databaseUrl, databaseOwnerUrl } = config();
  const { migrate } = await import("../db/migrate");
  const { ensureSigningKeys } = await import("@/lib/oidc/keys/ensure-signing-keys");
  const applicationLogin = decodeURIComponent(new URL(databaseUrl).username);
  const applied = await migrate(databaseOwnerUrl, { applicationLogin });
  const keys = await ensureSigningKeys(databaseOwnerUrl);
  const lines = [
    ...applied.map((name) => `applied ${name}`),
    ...keys.map((purpose) => `made the first signing key for ${purpose}`),
    applied.length > 0 ? `${applied.length} applied` : "The database is current.",
  ];
  return { json: { applied, first_keys: keys }, text: lines.join("\n") };
}

async function status(): Promise<Shown> {
  const { migrationStatus } = await import("../db/migration-status");
  const pending = await migrationStatus(config().databaseUrl);
  if (pending.length > 0) process.exitCode = 1;
  return {
    json: { current: pending.length === 0, pending },
    text: pending.length
      ? `Missing:\n${pending.map((name) => `  ${name}`).join("\n")}\nRun: atrium db migrate`
      : "The database is current.",
  };
}
