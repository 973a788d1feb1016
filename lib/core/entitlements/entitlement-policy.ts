/** One organization's exception to what its package gives it. */
export interface EntitlementOverride {
  organizationId: string;
  entitlement: string;
  effect: "grant" | "deny";
}

/** How an environment holds packages and entitlements; every environment has one. */
export interface EntitlementPolicy {
  mode: "enforce" | "observe" | "off";
  /** Holds for organizations that have no package of their own. */
  defaultPackageId: string | null;
  overrides: EntitlementOverride[];
}
