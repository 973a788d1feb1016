import type { Command } from "commander";
import { config } from "@/lib/kernel/config/config";
import { commandLineCaller, withService } from "./service";
import { type CommandOutput, commandAction, formatColumns, formatLines } from "./shown";

/** `atrium backup …`: checks of a database that was restored from a backup. */
export function addBackupCommands(program: Command): void {
  const backup = program.command("backup").description("What came out of a backup");
  backup
    .command("check")
    .description(
      "Say whether the database is whole and its keys are at hand; the exit code is 1 when it is not",
    )
    .action(commandAction(check));
  backup
    .command("restored")
    .description(
      "End what a restored database can't know to be over (links, codes, sessions, devices, mail that waits)",
    )
    .option("--keep-sessions", "leave sessions alive, those that were ended since included")
    .action(commandAction(restored));
}

async function check(): Promise<CommandOutput> {
  const { checkDatabase } = await import("@/lib/features/backups/check-database");
  const { expectedObjects } = await import("../../lib/kernel/db/schema/expected-objects");
  const { migrationNames } = await import("../../lib/kernel/db/schema/migration-files");
  const findings = await checkDatabase(config().databaseOwnerUrl, {
    migrations: migrationNames(),
    objects: expectedObjects(),
  });
  const wrong = findings.filter(({ ok }) => !ok);
  if (wrong.length > 0) process.exitCode = 1;
  const rows = findings.map(({ subject, ok, says }) => [ok ? "ok" : "WRONG", subject, says]);
  const lines = [
    formatColumns(["", "what", "found"], rows),
    "",
    ...wrong.map(({ subject, advice }) => `${subject}: ${advice}`),
    wrong.length > 0 ? `${wrong.length} to mend.` : "The database is whole.",
  ];
  return { json: { whole: wrong.length === 0, findings }, text: lines.join("\n") };
}

function restored({ keepSessions = false }: { keepSessions?: boolean }): Promise<CommandOutput> {
  return withService(async () => {
    const { endRestored } = await import("@/lib/features/backups/end-restored");
    const ended = await endRestored(config().databaseOwnerUrl, commandLineCaller(), keepSessions);
    const lines = [
      formatLines(ended.map(({ kind, count }) => [kind, String(count)])),
      "",
      keepSessions
        ? "Sessions live on, those that were ended since the backup included."
        : "Everybody signs in again.",
      "What was revoked, suspended or changed since the backup is as it was before: see docs/BACKUPS.md.",
    ];
    return {
      json: { ended: Object.fromEntries(ended.map(({ kind, count }) => [kind, count])) },
      text: lines.join("\n"),
    };
  });
}
