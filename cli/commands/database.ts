import type { Command } from "commander";
import { config } from "@/lib/kernel/config/config";
import { readDatabaseUrl } from "@/lib/kernel/config/database-url";
import { VERSION } from "@/lib/kernel/process/version";
import type { SchemaState } from "../../lib/kernel/db/schema/migration-status";
import { type CommandOutput, commandAction } from "./shown";

/** `atrium db …`: the schema of the database. */
export function addDatabaseCommands(program: Command): void {
  const db = program.command("db").description("The schema of the database");
  db.command("migrate")
    .description("Bring it to this version, as its owner; several at once wait for one another")
    .action(commandAction(migrateDatabase));
  db.command("partition")
    .description("Partition tables by time now, when no server of an earlier version is left")
    .action(commandAction(partition));
  db.command("status")
    .description(
      "Say which migrations are missing and which versions it serves; the exit code is 1 when this one can't use it",
    )
    .action(commandAction(status));
}

async function migrateDatabase(): Promise<CommandOutput> {
  const { databaseUrl, databaseOwnerUrl } = config();
  const { migrate } = await import("../../lib/kernel/db/schema/migrate");
  const { ensureSigningKeys } = await import("@/lib/core/signing-keys/ensure-signing-keys");
  const { login: applicationLogin } = readDatabaseUrl(databaseUrl);
  const applied = await migrate(databaseOwnerUrl, { applicationLogin });
  const keys = await ensureSigningKeys(databaseOwnerUrl);
  const lines = [
    ...applied.map((name) => `applied ${name}`),
    ...keys.map((purpose) => `made the first signing key for ${purpose}`),
    applied.length > 0 ? `${applied.length} applied` : "The database is current.",
  ];
  return { json: { applied, first_keys: keys }, text: lines.join("\n") };
}

async function partition(): Promise<CommandOutput> {
  const { migrate } = await import("../../lib/kernel/db/schema/migrate");
  const said: string[] = [];
  await migrate(config().databaseOwnerUrl, { log: (line) => said.push(line), partitionNow: true });
  return { json: { said }, text: [...said, "Tables are partitioned by time."].join("\n") };
}

async function status(): Promise<CommandOutput> {
  const { schemaProblem, schemaStateOf } = await import(
    "../../lib/kernel/db/schema/migration-status"
  );
  const state = await schemaStateOf(config().databaseDirectUrl);
  const { pending, refused, compatibility } = state;
  if (schemaProblem(state)) process.exitCode = 1;
  return {
    json: {
      current: pending.length === 0 && !state.newer,
      pending,
      served: refused === null,
      version: VERSION,
      migrated_by: compatibility?.migratedBy ?? null,
      oldest_release: compatibility?.oldestRelease ?? null,
    },
    text: statusLines(state).join("\n"),
  };
}

function statusLines({ pending, refused, newer, compatibility }: SchemaState): string[] {
  const serves = compatibility
    ? `Atrium ${compatibility.migratedBy} migrated it; it serves ${compatibility.oldestRelease} and newer.`
    : "It does not say which versions it serves.";
  if (refused) return [`This version must not use the database: ${refused}.`];
  if (pending.length > 0)
    return ["Missing:", ...pending.map((name) => `  ${name}`), "Run: atrium db migrate"];
  return [newer ? `The database is newer than ${VERSION}.` : "The database is current.", serves];
}
