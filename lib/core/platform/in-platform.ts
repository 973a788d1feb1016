import { readPlatform } from "@/lib/core/platform/platform-store";
import type { Caller, TenantScope } from "@/lib/kernel/caller";
import type { Queryable } from "@/lib/kernel/db/queryable";
import { inTransaction } from "@/lib/kernel/db/transaction";

/** Returns the platform tenant, whose users administer all others.
 *  @throws Error when none was set up: then no user can have signed in either */
export async function platformScope(): Promise<TenantScope> {
  const platform = await readPlatform();
  if (!platform) throw new Error("There is no platform tenant");
  return platform;
}

/** Runs `work` in a transaction of the platform tenant. */
export async function inPlatform<T>(work: (db: Queryable) => Promise<T>): Promise<T> {
  return inTransaction(await platformScope(), work);
}

/** Returns an administrator of a tenant as the caller of a use case in the platform tenant. */
export async function inPlatformAs({ actor, context }: Caller): Promise<Caller> {
  const { tenantId, environmentId } = await platformScope();
  return { tenantId, environmentId, environmentKey: "platform", actor, context };
}
