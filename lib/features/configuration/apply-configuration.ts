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
  type ApplyOptions,
  planConfiguration,
  planEnvironment,
  planTenant,
} from "@/lib/features/configuration/plan-configuration";
import { readEnvironment } from "@/lib/features/configuration/read-environment";
import { runEnvironmentSteps, runTenantSteps } from "@/lib/features/configuration/run-steps";
import type { CreatedSecret } from "@/lib/features/configuration/section";
import type { Caller, TenantScope } from "@/lib/kernel/caller";
import { inTransaction, partOf, type Transaction } from "@/lib/kernel/db/transaction";
import { ServiceError } from "@/lib/kernel/errors";

/** An applied part, with its new secrets. They are returned here only. */
export interface AppliedPart extends PlannedPart {
  secrets: CreatedSecret[];
}

/** Brings a tenant to the state of a file: the tenant itself first, then each environment, each in one
 *  transaction, by the use cases of the dashboard and with their audit events. Idempotent. The callback
 *  gets each part after it is applied, so that its secrets are known even if a later part is refused.
 *  @param shown fingerprint of the plan that the operator saw; null applies any plan
 *  @throws ServiceError `conflict` if the plan is not the one that was shown, and as the use cases do;
 *  `missing` for an unknown tenant
 *  @throws ConfigurationRefused for a file that cannot be applied; then nothing was changed */
export async function applyConfiguration(
  applying: ApplyOptions,
  desired: TenantConfiguration,
  shown: string | null,
  onApplied: (part: AppliedPart) => void = () => {},
): Promise<Plan> {
  const plan = await planConfiguration(applying, desired);
  const parts = plan.parts.filter((part) => !isEmpty(part));
  if (parts.length === 0) return plan;
  if (shown !== null && shown !== plan.fingerprint) throw drifted();
  const scope = await inOperatedTenant(applying.tenant, async ({ tenantId, environmentId }) => ({
    tenantId,
    environmentId,
  }));
  for (const part of parts) onApplied(await applyPart(applying, scope, desired, part));
  return plan;
}

/** @param shown the part of the shown plan, which must equal the current one */
async function applyPart(
  applying: ApplyOptions,
  scope: TenantScope,
  desired: TenantConfiguration,
  shown: PlannedPart,
): Promise<AppliedPart> {
  const work = async (db: Transaction) => {
    await lockConfiguration(db);
    const { environment: key } = shown;
    const found =
      key === null
        ? await planTenant(db, desired, applying.prune)
        : (await planEnvironment(db, key, desired, applying)).part;
    if (fingerprintOf(applying.tenant, [found]) !== fingerprintOf(applying.tenant, [shown]))
      throw drifted();
    return { ...found, secrets: await run(applying, db, desired, found) };
  };
  // One snapshot: a concurrent change is a conflict, after which the part is planned again.
  return inTransaction(scope, work, { isolation: "REPEATABLE READ" });
}

async function run(
  { actor, context, variables }: ApplyOptions,
  db: Transaction,
  desired: TenantConfiguration,
  { environment: key, isNew, steps }: PlannedPart,
): Promise<CreatedSecret[]> {
  const { tenantId, environmentId } = db;
  const here = { tenantId, environmentId, environmentKey: key ?? "", actor, context };
  const caller: Caller = partOf(db, here);
  if (key === null) {
    await runTenantSteps(caller, steps);
    return [];
  }
  const file = desired.environments[key] ?? {};
  if (isNew && file.kind) {
    const { name = key, kind } = file;
    await createEnvironment(caller, { key, name, kind });
  }
  const id = await findEnvironmentId(db, key);
  if (!id) throw new Error("unreachable: the environment is there");
  const there = db.inEnvironment(id);
  const { names } = await readEnvironment(there);
  const secrets: CreatedSecret[] = [];
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
