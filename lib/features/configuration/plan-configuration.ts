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
import type { Issue, Place } from "@/lib/features/configuration/section";
import type { Actor, RequestContext } from "@/lib/kernel/caller";
import type { Queryable } from "@/lib/kernel/db/queryable";
import { newId } from "@/lib/kernel/ids";

/** Actor and options of applying a file. */
export interface Applying {
  actor: Actor;
  context: RequestContext;
  /** The tenant's public id. */
  tenant: string;
  /** Whether to remove things that the file does not contain. */
  prune: boolean;
  /** Environment variables with secrets. */
  variables: Place["variables"];
}

/** Plans the application of a file, without changing anything.
 *  @throws ServiceError `missing` for an unknown tenant, and for the platform's own
 *  @throws ConfigurationRefused for a file that cannot be applied */
export function planConfiguration(
  applying: Pick<Applying, "tenant" | "prune" | "variables">,
  wanted: TenantConfiguration,
): Promise<Plan> {
  const { tenant, prune } = applying;
  return inOperatedTenant(tenant, async (db) => {
    const parts: PlannedPart[] = [];
    const issues: Issue[] = [];
    if (wanted.securityPolicy || wanted.branding) parts.push(await planTenant(db, wanted, prune));
    for (const key of Object.keys(wanted.environments)) {
      const { part, problems } = await planEnvironment(db, key, wanted, applying);
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
  wanted: TenantConfiguration,
  prune: boolean,
): Promise<PlannedPart> {
  const steps = tenantSteps(await readTenantState(db), wanted);
  return plannedPart({ environment: null, isNew: false }, steps, prune);
}

/** Plans the part of one environment, and finds the file's mistakes. */
export async function planEnvironment(
  db: Queryable,
  key: string,
  wanted: TenantConfiguration,
  { prune, variables }: Pick<Applying, "prune" | "variables">,
): Promise<{ part: PlannedPart; problems: Issue[] }> {
  const file = wanted.environments[key] ?? {};
  const id = await findEnvironmentId(db, key);
  const isNew = id === null;
  const there = db.inEnvironment(id ?? newId());
  const state = isNew ? newEnvironment() : await readEnvironment(there);
  const { steps, issues } = await environmentSteps(there, state, file, variables);
  if (isNew && file.kind === undefined)
    issues.push({ path: [], message: "a new environment needs its kind" });
  return { part: plannedPart({ environment: key, isNew }, steps, prune), problems: issues };
}
