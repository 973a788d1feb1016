import { inOperatedTenant } from "@/lib/core/operators/in-operated-tenant";
import { findEnvironmentId } from "@/lib/core/tenants/environment-store";
import type { TenantConfiguration } from "@/lib/features/configuration/contract/tenant-configuration";
import { environmentSteps } from "@/lib/features/configuration/environment-steps";
import {
  ConfigurationRefused,
  fingerprintOf,
  type Plan,
  type PlannedPart,
  plannedPart,
} from "@/lib/features/configuration/plan";
import { newEnvironment, readEnvironment } from "@/lib/features/configuration/read-environment";
import { readTenantState, tenantSteps } from "@/lib/features/configuration/read-tenant";
import type { Issue, StepContext } from "@/lib/features/configuration/section";
import type { Actor, RequestContext } from "@/lib/kernel/caller";
import type { Queryable } from "@/lib/kernel/db/queryable";
import { newId } from "@/lib/kernel/ids";

/** Actor and options of applying a file. */
export interface ApplyOptions {
  actor: Actor;
  context: RequestContext;
  /** The tenant's public id. */
  tenant: string;
  /** Whether to remove things that the file does not contain. */
  prune: boolean;
  /** Environment variables with secrets. */
  variables: StepContext["variables"];
}

/** Plans the application of a file, without changing anything.
 *  @throws ServiceError `missing` for an unknown tenant, and for the platform's own
 *  @throws ConfigurationRefused for a file that cannot be applied */
export function planConfiguration(
  applying: Pick<ApplyOptions, "tenant" | "prune" | "variables">,
  desired: TenantConfiguration,
): Promise<Plan> {
  const { tenant, prune } = applying;
  return inOperatedTenant(tenant, async (db) => {
    const parts: PlannedPart[] = [];
    const issues: Issue[] = [];
    if (desired.securityPolicy || desired.branding)
      parts.push(await planTenant(db, desired, prune));
    for (const key of Object.keys(desired.environments)) {
      const { part, problems } = await planEnvironment(db, key, desired, applying);
      parts.push(part);
      issues.push(...problems.map((one) => ({ ...one, path: [key, ...one.path] })));
    }
    if (issues.length > 0) throw new ConfigurationRefused(issues);
    return { parts, fingerprint: fingerprintOf(tenant, parts) };
  });
}

/** Plans the part of the tenant itself. */
export async function planTenant(
  db: Queryable,
  desired: TenantConfiguration,
  prune: boolean,
): Promise<PlannedPart> {
  const steps = tenantSteps(await readTenantState(db), desired);
  return plannedPart({ environment: null, isNew: false }, steps, prune);
}

/** Plans the part of one environment, and finds the file's mistakes. */
export async function planEnvironment(
  db: Queryable,
  key: string,
  desired: TenantConfiguration,
  { prune, variables }: Pick<ApplyOptions, "prune" | "variables">,
): Promise<{ part: PlannedPart; problems: Issue[] }> {
  const file = desired.environments[key] ?? {};
  const id = await findEnvironmentId(db, key);
  const isNew = id === null;
  const there = db.inEnvironment(id ?? newId());
  const state = isNew ? newEnvironment() : await readEnvironment(there);
  const { steps, issues } = await environmentSteps(there, state, file, variables);
  if (isNew && file.kind === undefined)
    issues.push({ path: [], message: "a new environment needs its kind" });
  return { part: plannedPart({ environment: key, isNew }, steps, prune), problems: issues };
}
