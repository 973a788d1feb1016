import { openTenant } from "@/lib/core/operators/open-tenant";
import type { OperatedTenant } from "@/lib/core/operators/operated-tenant";
import { inPlatform } from "@/lib/core/platform/in-platform";
import { setUpPlatform } from "@/lib/core/platform/set-up-platform";
import type { TenantConfiguration } from "@/lib/features/configuration/contract/tenant-configuration";
import { environmentSteps } from "@/lib/features/configuration/environment-steps";
import { ConfigurationRefused } from "@/lib/features/configuration/plan";
import { newEnvironment } from "@/lib/features/configuration/read-environment";
import type { Issue, StepContext } from "@/lib/features/configuration/section";
import type { Actor, RequestContext } from "@/lib/kernel/caller";
import { ServiceError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";

/** Creates a tenant with the environments of a file, after checking that the whole file can be applied.
 *  `applyConfiguration` does the rest.
 *  @throws ServiceError `malformed` for a file without a name or an environment, and as `openTenant` does
 *  @throws ConfigurationRefused for a file that cannot be applied */
export async function createConfiguredTenant(
  by: { actor: Actor; context: RequestContext },
  desired: TenantConfiguration,
  { owner, variables }: { owner?: string | undefined; variables: StepContext["variables"] },
): Promise<OperatedTenant> {
  const { name } = desired;
  if (name === undefined)
    throw new ServiceError("malformed", {
      detail: "tenant.name: a file that makes a tenant says what the tenant is called.",
    });
  await setUpPlatform(by.actor);
  await checkNewTenant(desired, variables);
  const environments = Object.entries(desired.environments).flatMap(([key, one]) =>
    one.kind ? [{ key, name: one.name ?? key, kind: one.kind }] : [],
  );
  return openTenant(by, { name, environments, owner });
}

/** Checks that a file can be applied to a new tenant.
 *  @throws ConfigurationRefused if it cannot */
export async function checkNewTenant(
  desired: TenantConfiguration,
  variables: StepContext["variables"],
): Promise<void> {
  const issues = await issuesOf(desired, variables);
  if (issues.length > 0) throw new ConfigurationRefused(issues);
}

/** Lists mistakes of a file for a new tenant. */
function issuesOf(
  desired: TenantConfiguration,
  variables: StepContext["variables"],
): Promise<Issue[]> {
  return inPlatform(async (db) => {
    const found: Issue[] = [];
    for (const [key, file] of Object.entries(desired.environments)) {
      const nowhere = db.inEnvironment(newId());
      const { issues } = await environmentSteps(nowhere, newEnvironment(), file, variables);
      found.push(...issues.map((one) => ({ ...one, path: [key, ...one.path] })));
      if (file.kind === undefined)
        found.push({ path: [key], message: "a new environment needs its kind" });
    }
    return found;
  });
}
