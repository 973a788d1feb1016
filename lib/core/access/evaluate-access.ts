import {
  type AccessDecision,
  type AccessFacts,
  type AppFacts,
  effectiveEntitlements,
  type WorkspaceFacts,
} from "@/lib/core/access/access";
import type { AccessDenial } from "@/lib/kernel/errors/access-errors";

interface Layer {
  /** The subject that the layer checks. */
  name: LayerName;
  denial: AccessDenial;
  /** Whether the entitlement policy's mode governs it. */
  governed: boolean;
  denies(facts: AccessFacts): boolean;
}

/** Result of a layer: `observed` would have denied, `skipped` is off, `not_reached` comes after a denial. */
export type LayerResult = "passed" | "denied" | "observed" | "skipped" | "not_reached";

/** Names of the layers in their order: the subject each one checks. A layer's denial names a defect, so it
 *  can't name a layer that passed. */
export const layerNames = [
  "app",
  "app_status",
  "organization",
  "organization_status",
  "membership",
  "membership_status",
  "role",
  "role_apps",
  "organization_type",
  "package",
  "package_status",
  "entitlements",
] as const;

export type LayerName = (typeof layerNames)[number];

export interface LayerOutcome {
  layer: AccessDenial;
  name: LayerName;
  result: LayerResult;
}

const always = (
  name: LayerName,
  denial: AccessDenial,
  denies: (facts: AccessFacts) => boolean,
): Layer => ({
  name,
  denial,
  governed: false,
  denies,
});
const governed = (
  name: LayerName,
  denial: AccessDenial,
  denies: (app: AppFacts, workspace: WorkspaceFacts) => boolean,
): Layer => ({
  name,
  denial,
  governed: true,
  denies: ({ app, workspace }) => !app || !workspace || denies(app, workspace),
});

/** The layers in the order of the spec's codes: the first that denies decides. An absent fact denies, so
 *  that no layer passes on missing knowledge. */
export const accessLayers: readonly Layer[] = [
  always("app", "app_unknown", ({ app }) => !app),
  always("app_status", "app_disabled", ({ app }) => app?.status !== "active"),
  always("organization", "organization_unknown", ({ workspace }) => !workspace),
  always(
    "organization_status",
    "organization_inactive",
    ({ workspace }) => workspace?.status !== "active",
  ),
  always("membership", "no_membership", ({ workspace }) => !workspace?.membership),
  always(
    "membership_status",
    "membership_inactive",
    ({ workspace }) => workspace?.membership?.status !== "active",
  ),
  always("role", "no_role", ({ workspace }) => !workspace?.membership?.role),
  always("role_apps", "role_denied", ({ workspace }) => !workspace?.membership?.role?.reachesApp),
  always("organization_type", "org_type_denied", ({ app, workspace }) => {
    const allowed = app?.allowedOrganizationTypes ?? [];
    const type = workspace?.organizationType;
    return allowed.length > 0 && !(type && allowed.includes(type));
  }),
  governed(
    "package",
    "package_unassigned",
    (app, { package: held }) => app.packagePolicy !== "none" && !held,
  ),
  governed(
    "package_status",
    "package_inactive",
    (app, { package: held }) => app.packagePolicy !== "none" && held?.status === "inactive",
  ),
  governed("entitlements", "entitlement_missing", (app, workspace) => {
    const { packageLacksApp, entitlements } = missingFor(app, workspace);
    return packageLacksApp || entitlements.length > 0;
  }),
];

/** The package and entitlements that an organization lacks for an app. */
export interface Missing {
  /** The app accepts listed packages only, and the organization's package does not list it. */
  packageLacksApp: boolean;
  /** Entitlements that the app requires and the organization does not hold. */
  entitlements: string[];
}

function missingFor(app: AppFacts, workspace: WorkspaceFacts): Missing {
  const held = new Set(effectiveEntitlements(workspace));
  return {
    packageLacksApp: app.packagePolicy === "listed" && workspace.package?.listsApp === false,
    entitlements: app.requiredEntitlements.filter((entitlement) => !held.has(entitlement)),
  };
}

/** Returns what the last layer denies for, or would deny for; nothing when it was not reached, or is off.
 *  @param layers the result of `explainAccess` for the same facts */
export function missingIn({ app, workspace }: AccessFacts, layers: LayerOutcome[]): Missing {
  const last = layers.find(({ name }) => name === "entitlements");
  const wouldDeny = last?.result === "denied" || last?.result === "observed";
  return wouldDeny && app && workspace
    ? missingFor(app, workspace)
    : { packageLacksApp: false, entitlements: [] };
}

/** Returns every layer's outcome, for explanations; `evaluateAccess` decides by the same list. */
export function explainAccess(facts: AccessFacts): LayerOutcome[] {
  let denied = false;
  return accessLayers.map(({ name, denial, governed: byMode, denies }) => {
    const result = denied
      ? "not_reached"
      : resultOf(byMode ? facts.mode : "enforce", denies, facts);
    denied ||= result === "denied";
    return { layer: denial, name, result };
  });
}

function resultOf(
  mode: AccessFacts["mode"],
  denies: Layer["denies"],
  facts: AccessFacts,
): LayerResult {
  if (mode === "off") return "skipped";
  if (!denies(facts)) return "passed";
  return mode === "observe" ? "observed" : "denied";
}

/** Decides whether this user reaches this app through this one organization (spec, Code vocabulary;
 *  contract, Entitlement policy). Pure: the same facts always give the same answer. */
export function evaluateAccess(
  facts: AccessFacts,
): Exclude<AccessDecision, { outcome: "selection_required" }> {
  const outcomes = explainAccess(facts);
  const denial = outcomes.find(({ result }) => result === "denied");
  if (denial) return { outcome: "denied", reason: denial.layer };
  const { workspace } = facts;
  const role = workspace?.membership?.role;
  // The layers above deny both; a grant is never built from absent facts.
  if (!workspace || !role) return { outcome: "denied", reason: "no_role" };
  return {
    outcome: "granted",
    grant: {
      organizationId: workspace.organizationId,
      organizationSlug: workspace.organizationSlug,
      role: role.key,
      permissions: [...role.permissions],
      package: workspace.package?.status === "active" ? workspace.package.key : null,
      entitlements: effectiveEntitlements(workspace),
    },
    observed: outcomes.filter(({ result }) => result === "observed").map(({ layer }) => layer),
  };
}

/** Like `evaluateAccess` when the caller named no organization: if exactly one membership reaches the app,
 *  it decides; several need a choice; if none does, the denial that got furthest states what to fix. */
export function chooseAccess(
  facts: Omit<AccessFacts, "workspace">,
  workspaces: readonly WorkspaceFacts[],
): AccessDecision {
  const decisions = workspaces.map((workspace) => evaluateAccess({ ...facts, workspace }));
  const granted = decisions.filter((decision) => decision.outcome === "granted");
  const [only] = granted;
  if (only && granted.length === 1) return only;
  if (only) {
    const reached = new Set(granted.map(({ grant }) => grant.organizationId));
    return {
      outcome: "selection_required",
      organizations: workspaces
        .filter(({ organizationId }) => reached.has(organizationId))
        .map(({ organizationId, organizationName, organizationSlug }) => ({
          id: organizationId,
          name: organizationName,
          slug: organizationSlug,
        })),
    };
  }
  const denials = decisions.flatMap((decision) =>
    decision.outcome === "denied" ? [depthOf(decision.reason)] : [],
  );
  const furthest = accessLayers[Math.max(...denials)];
  return { outcome: "denied", reason: furthest?.denial ?? denialWithoutMembership(facts) };
}

/** Denials of the app come first, as when an organization was named, because they concern every user. */
function denialWithoutMembership({ app }: Omit<AccessFacts, "workspace">): AccessDenial {
  if (!app) return "app_unknown";
  return app.status === "active" ? "no_membership" : "app_disabled";
}

function depthOf(denial: AccessDenial): number {
  return accessLayers.findIndex((layer) => layer.denial === denial);
}

const ofMembership = new Set<AccessDenial>([
  "organization_unknown",
  "organization_inactive",
  "no_membership",
  "membership_inactive",
]);

/** Returns why a user may not sign in for an organization when no app is to be reached, or null: the
 *  layers that concern only the organization and the user, in their order. */
export function membershipDenial(facts: AccessFacts): AccessDenial | null {
  const layers = accessLayers.filter(({ denial }) => ofMembership.has(denial));
  return layers.find(({ denies }) => denies(facts))?.denial ?? null;
}
