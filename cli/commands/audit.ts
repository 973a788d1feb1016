import type { Command } from "commander";
import { addAuditExport } from "./audit-export";
import { addAuditFollow } from "./audit-follow";
import { addAuditKeys } from "./audit-keys";
import { addAuditVerify } from "./audit-verify";
import { commandLineCaller, withService } from "./service";
import { type CommandOutput, commandAction } from "./shown";
import { addLogOptions, namedTenant, type WhoseLog } from "./whose-log";

/** `atrium audit …`: the audit log and its proofs. */
export function addAuditCommands(program: Command): void {
  const audit = program.command("audit").description("What happened, and the proof of it");
  addAuditExport(audit);
  addAuditFollow(audit);
  addAuditVerify(audit);
  addAuditKeys(audit);
  addAuditResume(audit);
}

/** `atrium audit resume`: lets a refused log continue. */
function addAuditResume(audit: Command): void {
  addLogOptions(audit.command("resume"))
    .description("Resume a refused log once all of it verifies")
    .addHelpText(
      "after",
      "\nA log is refused when what is stored is not what was signed: restore or repair that first. The command verifies the whole log, and says what is wrong where it is not.",
    )
    .action(commandAction((whose: WhoseLog) => withService(() => resume(whose))));
}

async function resume(whose: WhoseLog): Promise<CommandOutput> {
  const { resumeRefusedLog } = await import("@/lib/features/audit-log/verify/resume-log");
  const { events, size } = await resumeRefusedLog(commandLineCaller(), await namedTenant(whose));
  return {
    json: { resumed: true, events, size },
    text: `The log goes on after ${size} events, all of which are as they were signed (${events} of them are still kept).`,
  };
}
