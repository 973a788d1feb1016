import type { Command } from "commander";
import { tenantRetentionResponse } from "@/lib/features/retention/contract/retention";
import type { EffectiveRetention } from "@/lib/features/retention/tenant-retention";
import { parseDays, parseLine } from "./argument";
import { requireTenant } from "./known-tenant";
import { commandLineCaller, withService } from "./service";
import { type CommandOutput, commandAction, formatLines, formatMoment } from "./shown";

/** `atrium tenant retention`, `hold` and `release`: how long the events of a tenant are retained. */
export function addTenantRetentionCommands(tenant: Command): void {
  tenant
    .command("retention")
    .argument("<id>", "the tenant (atr_…)")
    .option("--audit-days <n>", "for how many days its audit events are kept", parseDays)
    .option("--default", "follow the installation's default again")
    .description("Show or change for how long a tenant's audit events are kept")
    .action(commandAction(tenantRetention));
  tenant
    .command("hold")
    .argument("<id>", "the tenant (atr_…)")
    .requiredOption("--reason <text>", "kept with the hold and in its audit log", parseLine(500))
    .description("Keep everything of a tenant, whatever its age, until it is released")
    .action(commandAction(hold));
  tenant
    .command("release")
    .argument("<id>", "the tenant (atr_…)")
    .description("End a tenant's legal hold")
    .action(commandAction(release));
}

function tenantRetention(
  id: string,
  { auditDays, default: byDefault }: { auditDays?: number; default?: boolean },
): Promise<CommandOutput> {
  return withService(async () => {
    const { changeTenantRetention, readRetention } = await import(
      "@/lib/features/retention/tenant-retention"
    );
    const changes = auditDays !== undefined || byDefault;
    return retentionShown(
      await requireTenant(id, () =>
        changes
          ? changeTenantRetention(commandLineCaller(), id, byDefault ? null : (auditDays ?? null))
          : readRetention(id),
      ),
    );
  });
}

function hold(id: string, { reason }: { reason: string }): Promise<CommandOutput> {
  return withService(async () => {
    const { holdTenant } = await import("@/lib/features/retention/tenant-retention");
    return retentionShown(
      await requireTenant(id, () => holdTenant(commandLineCaller(), id, reason)),
    );
  });
}

function release(id: string): Promise<CommandOutput> {
  return withService(async () => {
    const { releaseTenant } = await import("@/lib/features/retention/tenant-retention");
    return retentionShown(await requireTenant(id, () => releaseTenant(commandLineCaller(), id)));
  });
}

function retentionShown(own: EffectiveRetention): CommandOutput {
  const source = own.auditEventDays === null ? "the installation's default" : "its own value";
  return {
    json: tenantRetentionResponse(own),
    text: formatLines([
      ["audit events", `${own.daysInForce} days, ${source}`],
      ["held", own.heldAt ? `since ${formatMoment(own.heldAt)}: ${own.holdReason}` : null],
    ]),
  };
}
