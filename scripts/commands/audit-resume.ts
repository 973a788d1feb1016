import type { Command } from "commander";
import { known } from "./known-tenant";
import { commandLine, withService } from "./service";
import { answering, type Shown } from "./shown";

interface Whose {
  tenant?: string;
  platform?: boolean;
}

/** `atrium audit resume`: has a log go on that was refused. */
export function addAuditResume(audit: Command): void {
  audit
    .command("resume")
    .option("--tenant <id>", "whose log (atr_…)")
    .option("--platform", "the platform's own log instead")
    .description("Have a refused log go on, once all of it is verified to be as it was signed")
    .addHelpText(
      "after",
      "\nA log is refused when what is stored is not what was signed: restore or repair that first. The command verifies the whole log, and says what is wrong where it is not.",
    )
    .action(answering((whose: Whose) => withService(() => resume(whose))));
}

async function resume(whose: Whose): Promise<Shown> {
  const { resumeRefusedLog } = await import("@/lib/audit/verify/resume-log");
  const { events, size } = await resumeRefusedLog(commandLine(), await logOf(whose));
  return {
    json: { resumed: true, events, size },
    text: `The log goes on after ${size} events, all of which are as they were signed (${events} of them are still kept).`,
  };
}

async function logOf({ tenant, platform }: Whose) {
  if (Boolean(tenant) === Boolean(platform))
    throw new Error("Say whose log: --tenant atr_…, or --platform.");
  const { inTransaction } = await import("@/lib/db/transaction");
  const { readTenant, resolveTenant } = await import("@/lib/tenants/tenant-store");
  const { missing } = await import("@/lib/errors");
  if (tenant)
    return known(tenant, async () => {
      const found = await resolveTenant(tenant);
      if (!found) throw missing();
      return { tenantId: found.tenantId, environmentId: "", publicId: tenant };
    });
  const { setUpPlatform } = await import("@/lib/platform/set-up-platform");
  const own = await setUpPlatform(commandLine().actor);
  const { publicId } = await inTransaction(own, readTenant);
  return { ...own, publicId };
}
