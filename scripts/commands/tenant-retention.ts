import type { Command } from "commander";
import { tenantRetentionResponse } from "@/lib/features/retention/contract/retention";
import type { RetentionInForce } from "@/lib/features/retention/tenant-retention";
import { daysOf, lineOf } from "./argument";
import { known } from "./known-tenant";
import { commandLine, withService } from "./service";
import { answering, inLines, moment, type Shown } from "./shown";

/** `atrium tenant retention`, `hold` and `release`: how long the events of a tenant are retained. */
export function addTenantRetentionCommands(tenant: Command): void {
  tenant
    .command("retention")
    .argument("<id>", "the tenant (atr_…)")
    .option("--audit-days <n>", "for how many days its audit events are kept", daysOf)
    .option("--default", "follow the installation's default again")
    .description("Show or change for how long a tenant's audit events are kept")
    .action(answering(tenantRetention));
  tenant
    .command("hold")
    .argument("<id>", "the tenant (atr_…)")
    .requiredOption("--reason <text>", "kept with the hold and in its audit log", lineOf(500))
    .description("Keep everything of a tenant, whatever its age, until it is released")
    .action(answering(hold));
  tenant
    .command("release")
    .argument("<id>", "the tenant (atr_…)")
    .description("End a tenant's legal hold")
    .action(answering(release));
}

function tenantRetention(
  id: string,
  { auditDays, default: byDefault }: { auditDays?: number; default?: boolean },
): Promise<Shown> {
  return withService(async () => {
    const { changeTenantRetention, readRetention } = await import(
      "@/lib/features/retention/tenant-retention"
    );
    const changes = auditDays !== undefined || byDefault;
    return retentionShown(
      await known(id, () =>
        changes
          ? changeTenantRetention(commandLine(), id, byDefault ? null : (auditDays ?? null))
          : readRetention(id),
      ),
    );
  });
}

function hold(id: string, { reason }: { reason: string }): Promise<Shown> {
  return withService(async () => {
    const { holdTenant } = await import("@/lib/features/retention/tenant-retention");
    return retentionShown(await known(id, () => holdTenant(commandLine(), id, reason)));
  });
}

function release(id: string): Promise<Shown> {
  return withService(async () => {
    const { releaseTenant } = await import("@/lib/features/retention/tenant-retention");
    return retentionShown(await known(id, () => releaseTenant(commandLine(), id)));
  });
}

function retentionShown(own: RetentionInForce): Shown {
  const kept = own.auditEventDays === null ? "the installation's default" : "its own value";
  return {
    json: tenantRetentionResponse(own),
    text: inLines([
      ["audit events", `${own.daysInForce} days, ${kept}`],
      ["held", own.heldAt ? `since ${moment(own.heldAt)}: ${own.holdReason}` : null],
    ]),
  };
}
