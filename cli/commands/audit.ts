import type { Command } from "commander";
import { addAuditExport } from "./audit-export";
import { addAuditFollow } from "./audit-follow";
import { addAuditKeys } from "./audit-keys";
import { addAuditResume } from "./audit-resume";
import { addAuditVerify } from "./audit-verify";

/** `atrium audit …`: the audit log and its proofs. */
export function addAuditCommands(program: Command): void {
  const audit = program.command("audit").description("What happened, and the proof of it");
  addAuditExport(audit);
  addAuditFollow(audit);
  addAuditVerify(audit);
  addAuditKeys(audit);
  addAuditResume(audit);
}
