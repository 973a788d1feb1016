import type { Command } from "commander";
import { withService } from "./service";
import { type CommandOutput, commandAction } from "./shown";
import { addLogOptions, namedTenant, type WhoseLog } from "./whose-log";

/** `atrium audit keys` and `atrium audit checkpoint`: prints what an auditor stores elsewhere. */
export function addAuditKeys(audit: Command): void {
  addLogOptions(audit.command("keys"))
    .description(
      "Print the keys that sign a log's checkpoints, as verifiers for an auditor to keep",
    )
    .addHelpText(
      "after",
      "\nThe newest is first. Each is a line of the form name+id+key (C2SP signed-note), for `audit verify --key`.",
    )
    .action(commandAction((whose: WhoseLog) => withService(() => keys(whose))));
  addLogOptions(audit.command("checkpoint"))
    .description("Print a log's checkpoint: how far it is, and what it comes to, signed")
    .addHelpText(
      "after",
      "\nKeep it where nobody reaches who writes this database: whoever has it finds out when the log gets another past.\n\nExample:\n  $ atrium audit checkpoint --tenant atr_… > 2026-11-26.checkpoint",
    )
    .action(commandAction((whose: WhoseLog) => withService(() => checkpoint(whose))));
}

async function keys(whose: WhoseLog): Promise<CommandOutput> {
  const { readLogVerifiers } = await import("@/lib/features/audit-log/verify/stored-checkpoint");
  const all = (await readLogVerifiers(await namedTenant(whose))).map(({ text }) => text);
  return { json: { keys: all }, text: all.join("\n") };
}

async function checkpoint(whose: WhoseLog): Promise<CommandOutput> {
  const { readCheckpointToKeep } = await import(
    "@/lib/features/audit-log/verify/stored-checkpoint"
  );
  const { parseCheckpoint } = await import("@/lib/features/audit-log/log/checkpoint");
  const note = await readCheckpointToKeep(await namedTenant(whose));
  if (note === null) throw new Error("The tenant has no log yet.");
  const { origin, size } = parseCheckpoint(note) ?? {};
  // The caller prints the last line end.
  return { json: { origin, size, checkpoint: note }, text: note.replace(/\n$/, "") };
}
