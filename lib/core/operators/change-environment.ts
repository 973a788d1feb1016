import { changeRelyingParty } from "@/lib/core/factors/change-relying-party";
import type { RelyingParty } from "@/lib/core/factors/relying-party";
import { readRelyingParty } from "@/lib/core/factors/relying-party-store";
import { type Environment, findEnvironment } from "@/lib/core/tenants/environment-store";
import { renameEnvironment } from "@/lib/core/tenants/rename-environment";
import type { Caller } from "@/lib/kernel/caller";
import { inBatch } from "@/lib/kernel/db/batch";
import { together } from "@/lib/kernel/db/transaction";
import { missing } from "@/lib/kernel/errors";

/** Settings of an environment. */
export interface EnvironmentSettings {
  environment: Environment;
  /** The relying party of the tenant's own pages; null for none. */
  passkeys: RelyingParty | null;
}

/** Changes the name of an environment and the relying party of its passkeys: all of it, or nothing. Absent
 *  fields stay.
 *  @throws ServiceError `unprocessable` that names what browsers would refuse */
export async function changeEnvironment(
  caller: Caller,
  { name, passkeys }: { name?: string | undefined; passkeys?: RelyingParty | null | undefined },
): Promise<void> {
  await together(caller, async (within) => {
    if (name !== undefined) await renameEnvironment(within, name);
    if (passkeys !== undefined) await changeRelyingParty(within, passkeys);
  });
}

/** Returns the settings of the caller's environment.
 *  @throws ServiceError `missing` */
export async function readEnvironmentSettings(caller: Caller): Promise<EnvironmentSettings> {
  const [environment, passkeys] = await inBatch(caller, (db) =>
    Promise.all([findEnvironment(db, caller.environmentKey), readRelyingParty(db)]),
  );
  if (!environment) throw missing();
  return { environment, passkeys };
}
