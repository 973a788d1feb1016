import type { Command } from "commander";
import type { Caller, TenantScope } from "@/lib/kernel/caller";
import { requireTenant } from "./known-tenant";
import { commandLineCaller } from "./service";

/** Options that name where a user is: an environment of a tenant, or the platform itself. */
export interface Place {
  tenant?: string;
  environment?: string;
  platform?: boolean;
}

/** Adds the options that name a place. */
export function addPlaceOptions(command: Command): Command {
  return command
    .option("--tenant <id>", "the tenant (atr_…)")
    .option("--environment <key>", "the environment of the tenant")
    .option("--platform", "instead of both: those who sign in to the dashboard");
}

/** Returns the operator at the terminal as the caller of a use case in the named place.
 *  @throws ServiceError `missing` for an unknown tenant or environment */
export async function callerAt({ tenant, environment, platform }: Place): Promise<Caller> {
  const { setUpPlatform } = await import("@/lib/core/platform/set-up-platform");
  const by = commandLineCaller();
  if (platform && !tenant && !environment)
    return { ...(await setUpPlatform(by.actor)), environmentKey: "platform", ...by };
  if (platform || !tenant || !environment)
    throw new Error("Say where: --tenant atr_… and --environment <key>, or --platform alone.");
  const { callerInTenant } = await import("@/lib/core/operators/caller-in-tenant");
  return requireTenant(
    tenant,
    () => callerInTenant(by, tenant, environment),
    `, or it has no environment ${environment}`,
  );
}

/** Finds a user of an environment.
 *  @param meant an email address or an id
 *  @throws ServiceError `missing` that repeats the argument */
export async function resolveUser(caller: TenantScope, meant: string) {
  const { inTransaction } = await import("@/lib/kernel/db/transaction");
  const { ServiceError } = await import("@/lib/kernel/errors");
  const { isId } = await import("@/lib/kernel/ids");
  const { emailKeyOf } = await import("@/lib/core/users/email");
  const { findUser, findUserByEmail } = await import("@/lib/core/users/user-store");
  const found = await inTransaction(caller, (db) =>
    isId(meant) ? findUser(db, meant) : findUserByEmail(db, emailKeyOf(meant)),
  );
  if (!found)
    throw new ServiceError("missing", {
      detail: `There is no user ${meant} in the environment. Look in all of them: atrium user find ${meant}`,
    });
  return found;
}
