import { readStoredBranding } from "@/lib/core/branding/branding-store";
import { readStoredPolicy } from "@/lib/core/security-policy/security-policy-store";
import type { TenantConfiguration } from "@/lib/features/configuration/contract/tenant-configuration";
import { type Step, stepsOfFields, type Thing } from "@/lib/features/configuration/step";
import type { Queryable } from "@/lib/kernel/db/queryable";

/** The tenant's settings for all its environments; null means not set. */
export interface TenantState {
  securityPolicy: Thing;
  branding: Thing;
}

/** Reads everything of the tenant itself that a file can contain. */
export async function readTenantState(db: Queryable): Promise<TenantState> {
  const [{ overrides }, branding] = await Promise.all([
    readStoredPolicy(db),
    readStoredBranding(db),
  ]);
  return { securityPolicy: { ...overrides }, branding: { ...branding } };
}

/** Steps that bring the tenant itself to the state of a file. */
export function tenantSteps(state: TenantState, desired: TenantConfiguration): Step[] {
  return [
    ...stepsOfFields("securityPolicy", state.securityPolicy, desired.securityPolicy),
    ...stepsOfFields("branding", state.branding, lowered(desired.branding)),
  ];
}

/** Normalises a colour to its stored form. */
function lowered(branding: TenantConfiguration["branding"]): Thing | undefined {
  return branding?.color ? { ...branding, color: branding.color.toLowerCase() } : branding;
}
