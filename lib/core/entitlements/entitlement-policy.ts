/** One organization's exception to the entitlements of its package. */
export interface EntitlementOverride {
  organizationId: string;
  entitlement: string;
  effect: "grant" | "deny";
}

/** Rules by which an environment applies packages and entitlements; every environment has one policy. */
export interface EntitlementPolicy {
  mode: "enforce" | "observe" | "off";
  /** Package of organizations that have none of their own. */
  defaultPackageId: string | null;
  overrides: EntitlementOverride[];
}
