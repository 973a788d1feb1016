import { readStoredBranding } from "@/lib/core/branding/branding-store";
import { readStoredPolicy } from "@/lib/core/security-policy/security-policy-store";
import type { TenantConfiguration } from "@/lib/features/configuration/contract/tenant-configuration";
import { type Step, stepsOfFields, type Thing } from "@/lib/features/configuration/step";
import type { Queryable } from "@/lib/kernel/db/queryable";

/** What a tenant set for all its environments; null is not set. */
export interface TenantState {
  securityPolicy: Thing;
  branding: Thing;
}

/** Reads what a file can say of the tenant itself. */
export async function readTenantState(db: Queryable): Promise<TenantState> {
  const [{ overrides }, branding] = await Promise.all([
    readStoredPolicy(db),
    readStoredBranding(db),
  ]);
  return { securityPolicy: { ...overrides }, branding: { ...branding } };
}

/** What must happen so that the tenant itself is as a file wants it. */
export function tenantSteps(state: TenantState, wanted: TenantConfiguration): Step[] {
  return [
    ...stepsOfFields("securityPolicy", state.securityPolicy, wanted.securityPolicy),
    ...stepsOfFields("branding", state.branding, lowered(wanted.branding)),
  ];
}

/** A colour as it is stored. */
function lowered(branding: TenantConfiguration["branding"]): Thing | undefined {
  return branding?.color ? { ...branding, color: branding.color.toLowerCase() } : branding;
}
