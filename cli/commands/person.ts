import type { Command } from "commander";
import { addPlaceOptions, callerAt, type Place, resolveUser } from "./place";
import { withService } from "./service";
import { type CommandOutput, commandAction } from "./shown";

/** `atrium user export` and `user erase`: a person's rights over stored data. */
export function addPersonCommands(user: Command): void {
  addPlaceOptions(user.command("export"))
    .argument("<user>", "the user's email address or id")
    .option("--output <file>", "write it there, readable by nobody else; to stdout otherwise")
    .description("Write everything that is stored about a user as JSON (GDPR, article 15)")
    .action(commandAction(exportUser));
  addPlaceOptions(user.command("erase"))
    .argument("<user>", "the user's email address or id")
    .requiredOption("--yes", "there is no way back")
    .description("Delete a user, and let the audit trail forget who it was (GDPR, article 17)")
    .addHelpText(
      "after",
      "\nWhat happened stays in the audit trail with the user's id; addresses, names, network addresses and\nuser agents become pseudonyms. The trail of a tenant that is held forgets when the hold ends.",
    )
    .action(commandAction(eraseUser));
}

function exportUser(
  user: string,
  { output, ...place }: Place & { output?: string },
): Promise<CommandOutput> {
  return withService(async () => {
    const { exportPerson } = await import("@/lib/core/user-lifecycle/export-person");
    const caller = await callerAt(place);
    const { id } = await resolveUser(caller, user);
    const { exportedAt, user: row, tables, auditEvents } = await exportPerson(caller, id);
    const json = { exported_at: exportedAt, user: row, tables, audit_events: auditEvents };
    const text = JSON.stringify(json, null, 2);
    if (!output) return { json, text };
    const { writeFileSync } = await import("node:fs");
    writeFileSync(output, `${text}\n`, { mode: 0o600, flag: "wx" });
    const count = auditEvents.length;
    return {
      json: { output, audit_events: count },
      text: `${output} has everything (${count} events).`,
    };
  });
}

function eraseUser(user: string, place: Place): Promise<CommandOutput> {
  return withService(async () => {
    const { deleteUser } = await import("@/lib/core/user-lifecycle/delete-user");
    const { eraseEvents } = await import("@/lib/core/user-lifecycle/erase-events");
    const { isErased } = await import("@/lib/core/user-lifecycle/erasure-store");
    const { inBatch } = await import("@/lib/kernel/db/batch");
    const caller = await callerAt(place);
    const { id } = await resolveUser(caller, user);
    await deleteUser(caller, id);
    await eraseEvents();
    const erased = await inBatch(caller, (db) => isErased(db, id));
    const text = erased
      ? `The user ${id} is erased.`
      : `The user ${id} is deleted. The audit trail forgets the user when the tenant's hold ends, or with the worker's next runs.`;
    return { json: { user_id: id, deleted: true, audit_trail_erased: erased }, text };
  });
}
