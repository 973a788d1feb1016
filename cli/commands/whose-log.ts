import type { Command } from "commander";
import type { AuditScope } from "@/lib/core/audit/stored-audit-event";
import { requireTenant } from "./known-tenant";
import { commandLineCaller } from "./service";

/** Options that name a log. */
export interface WhoseLog {
  tenant?: string;
  platform?: boolean;
  environment?: string;
}

/** A log: its scope, and the public id that it is shown under. */
export interface Log {
  scope: AuditScope;
  publicId: string;
}

/** Adds the options that name a log. */
export function addLogOptions(command: Command): Command {
  return command
    .option("--tenant <id>", "whose log (atr_…)")
    .option("--platform", "the platform's own log instead: operators, their tokens, defaults");
}

/** Returns the log that the options name.
 *  @throws Error when they name none or two, ServiceError `missing` */
export async function logOf(options: WhoseLog): Promise<Log> {
  const { tenant, platform } = options;
  if (Boolean(tenant) === Boolean(platform))
    throw new Error("Say whose log: --tenant atr_…, or --platform.");
  return tenant ? logOfTenant(tenant, options.environment) : logOfPlatform();
}

/** Like `logOf`, and returns the tenant whose whole log is read. */
export async function namedTenant({ tenant, platform }: WhoseLog) {
  const { scope, publicId } = await logOf({ tenant, platform });
  return { tenantId: scope.tenantId, environmentId: "", publicId };
}

async function logOfTenant(tenant: string, environment: string | undefined): Promise<Log> {
  const { readOperatedTenant } = await import("@/lib/core/operators/read-operated-tenant");
  const { resolveTenant } = await import("@/lib/core/tenants/tenant-store");
  const { missing } = await import("@/lib/kernel/errors");
  const find = async () => {
    const { environments } = await readOperatedTenant(tenant);
    const found = await resolveTenant(tenant);
    const one = environments.find(({ key }) => key === environment);
    if (!found || (environment && !one)) throw missing();
    return { tenantId: found.tenantId, environmentId: one?.id ?? null };
  };
  const part = environment ? `, or it has no environment ${environment}` : "";
  return { scope: await requireTenant(tenant, find, part), publicId: tenant };
}

async function logOfPlatform(): Promise<Log> {
  const { setUpPlatform } = await import("@/lib/core/platform/set-up-platform");
  const { inTransaction } = await import("@/lib/kernel/db/transaction");
  const { readTenant } = await import("@/lib/core/tenants/tenant-store");
  const platform = await setUpPlatform(commandLineCaller().actor);
  const { publicId } = await inTransaction(platform, readTenant);
  return { scope: { tenantId: platform.tenantId, environmentId: null }, publicId };
}
