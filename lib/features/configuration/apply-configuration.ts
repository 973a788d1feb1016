import { inOperatedTenant } from "@/lib/core/operators/in-operated-tenant";
import { createEnvironment } from "@/lib/core/tenants/create-environment";
import { findEnvironmentId } from "@/lib/core/tenants/environment-store";
import { lockConfiguration } from "@/lib/features/configuration/configuration-store";
import type { TenantConfiguration } from "@/lib/features/configuration/contract/tenant-configuration";
import {
  fingerprintOf,
  isEmpty,
  type Plan,
  type PlannedPart,
} from "@/lib/features/configuration/plan";
import {
  type Applying,
  planConfiguration,
  planEnvironment,
  planTenant,
} from "@/lib/features/configuration/plan-configuration";
import { readEnvironment } from "@/lib/features/configuration/read-environment";
import { runEnvironmentSteps, runTenantSteps } from "@/lib/features/configuration/run-steps";
import type { MadeSecret } from "@/lib/features/configuration/section";
import type { Caller, TenantScope } from "@/lib/kernel/caller";
import { inTransaction, partOf, type Transaction } from "@/lib/kernel/db/transaction";
import { ServiceError } from "@/lib/kernel/errors";

/** A part that was applied, with the secrets that were made. They are in this answer and nowhere else. */
export interface AppliedPart extends PlannedPart {
  secrets: MadeSecret[];
}

/** Brings a tenant to what a file wants: the tenant itself first, then each environment, each in one transaction by the use
 *  cases of the dashboard, with their audit events. A file that wants what is there changes nothing.
 *  @param shown the fingerprint of the plan that somebody saw; null does what is found
 *  @param told is called for each part once it is done, so that secrets are known even if a later part is refused
 *  @throws ServiceError `conflict` when something else would be done than what was shown, and as the use cases do;
 *    `missing` for an unknown tenant
 *  @throws ConfigurationRefused for a file that can't be applied; then nothing was done */
export async function applyConfiguration(
  applying: Applying,
  wanted: TenantConfiguration,
  shown: string | null,
  told: (part: AppliedPart) => void = () => {},
): Promise<Plan> {
  const plan = await planConfiguration(applying, wanted);
  const parts = plan.parts.filter((part) => !isEmpty(part));
  if (parts.length === 0) return plan;
  if (shown !== null && shown !== plan.fingerprint) throw drifted();
  const scope = await inOperatedTenant(applying.tenant, async ({ tenantId, environmentId }) => ({
    tenantId,
    environmentId,
  }));
  for (const part of parts) told(await applyPart(applying, scope, wanted, part));
  return plan;
}

/** @param shown what was shown of the part, which must be what is found now */
async function applyPart(
  applying: Applying,
  scope: TenantScope,
  wanted: TenantConfiguration,
  shown: PlannedPart,
): Promise<AppliedPart> {
  const work = async (db: Transaction) => {
    await lockConfiguration(db);
    const { environment: key } = shown;
    const found =
      key === null
        ? await planTenant(db, wanted, applying.prune)
        : (await planEnvironment(db, key, wanted, applying)).part;
    if (fingerprintOf(applying.tenant, [found]) !== fingerprintOf(applying.tenant, [shown]))
      throw drifted();
    return { ...found, secrets: await run(applying, db, wanted, found) };
  };
  // One snapshot: what somebody else changes meanwhile is a conflict, after which the part is planned anew.
  return inTransaction(scope, work, { isolation: "REPEATABLE READ" });
}

async function run(
  { actor, context, variables }: Applying,
  db: Transaction,
  wanted: TenantConfiguration,
  { environment: key, isNew, steps }: PlannedPart,
): Promise<MadeSecret[]> {
  const { tenantId, environmentId } = db;
  const here = { tenantId, environmentId, environmentKey: key ?? "", actor, context };
  const caller: Caller = partOf(db, here);
  if (key === null) {
    await runTenantSteps(caller, steps);
    return [];
  }
  const file = wanted.environments[key] ?? {};
  if (isNew && file.kind) {
    const { name = key, kind } = file;
    await createEnvironment(caller, { key, name, kind });
  }
  const id = await findEnvironmentId(db, key);
  if (!id) throw new Error("unreachable: the environment is there");
  const there = db.inEnvironment(id);
  const { names } = await readEnvironment(there);
  const secrets: MadeSecret[] = [];
  const place = { caller: { ...caller, environmentId: id }, db: there, names, variables, secrets };
  await runEnvironmentSteps(place, steps);
  return secrets;
}

function drifted(): ServiceError {
  return new ServiceError("conflict", {
    detail:
      "The tenant is not as it was when the plan was shown, or the file is another. Look at a new plan.",
  });
}
