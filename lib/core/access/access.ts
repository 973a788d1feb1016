import type { AccessDenial } from "@/lib/kernel/errors/access-errors";

/** Strictness with which an environment applies the package and entitlement layers (contract, Entitlement
 *  policy). */
export type EntitlementMode = "enforce" | "observe" | "off";

/** The app to be reached. */
export interface AppFacts {
  status: "active" | "disabled";
  packagePolicy: "none" | "any" | "listed";
  /** Keys; empty allows every type. */
  allowedOrganizationTypes: readonly string[];
  requiredEntitlements: readonly string[];
}

/** An organization in the environment, from the perspective of one user and one app. */
export interface WorkspaceFacts {
  organizationId: string;
  organizationName: string;
  organizationSlug: string;
  status: "active" | "disabled";
  organizationType: string | null;
  membership: {
    status: "active" | "inactive";
    role: { key: string; permissions: readonly string[]; reachesApp: boolean } | null;
  } | null;
  /** The organization's own package, or the environment's default when it has none. */
  package: {
    key: string;
    status: "active" | "inactive";
    entitlements: readonly string[];
    listsApp: boolean;
  } | null;
  overrides: readonly { entitlement: string; effect: "grant" | "deny" }[];
}

/** All facts a decision depends on, read in one snapshot. `app` and `workspace` are null when the id names
 *  nothing in the environment. */
export interface AccessFacts {
  mode: EntitlementMode;
  app: AppFacts | null;
  workspace: WorkspaceFacts | null;
}

/** Contents of a token for the app. */
export interface AccessGrant {
  organizationId: string;
  organizationSlug: string;
  role: string;
  permissions: string[];
  /** Key of the active package in force. */
  package: string | null;
  entitlements: string[];
}

/** An organization through which a user reaches an app. */
export interface SelectableOrganization {
  id: string;
  name: string;
  slug: string;
}

export type AccessDecision =
  | { outcome: "granted"; grant: AccessGrant; observed: AccessDenial[] }
  | { outcome: "denied"; reason: AccessDenial }
  | { outcome: "selection_required"; organizations: SelectableOrganization[] };

/** Returns the entitlements in force: those of an active package, overridden by this organization's own. */
export function effectiveEntitlements(workspace: WorkspaceFacts): string[] {
  const held = new Set(
    workspace.package?.status === "active" ? workspace.package.entitlements : [],
  );
  for (const { entitlement, effect } of workspace.overrides) {
    if (effect === "grant") held.add(entitlement);
    else held.delete(entitlement);
  }
  return [...held].sort();
}
