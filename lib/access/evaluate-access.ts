import {
  type AccessDecision,
  type AccessFacts,
  type AppFacts,
  effectiveEntitlements,
  type WorkspaceFacts,
} from "@/lib/access/access";
import type { AccessDenial } from "@/lib/errors";

interface Layer {
  denial: AccessDenial;
  /** Whether the entitlement policy's mode governs it. */
  governed: boolean;
  denies(facts: AccessFacts): boolean;
}

/** What a layer came to: `observed` would have denied, `skipped` is off, `not_reached` lies behind a denial. */
export type LayerResult = "passed" | "denied" | "observed" | "skipped" | "not_reached";

export interface LayerOutcome {
  layer: AccessDenial;
  result: LayerResult;
}

const always = (denial: AccessDenial, denies: (facts: AccessFacts) => boolean): Layer => ({
  denial,
  governed: false,
  denies,
});
const governed = (
  denial: AccessDenial,
  denies: (app: AppFacts, workspace: WorkspaceFacts) => boolean,
): Layer => ({
  denial,
  governed: true,
  denies: ({ app, workspace }) => !app || !workspace || denies(app, workspace),
});

/** The layers in the order of the spec's codes: the first that denies decides. A fact that is absent
 *  denies, so that a layer cannot pass on what it does not know. */
export const accessLayers: readonly Layer[] = [
  always("app_unknown", ({ app }) => !app),
  always("app_disabled", ({ app }) => app?.status !== "active"),
  always("organization_unknown", ({ workspace }) => !workspace),
  always("organization_inactive", ({ workspace }) => workspace?.status !== "active"),
  always("no_membership", ({ workspace }) => !workspace?.membership),
  always("membership_inactive", ({ workspace }) => workspace?.membership?.status !== "active"),
  always("no_role", ({ workspace }) => !workspace?.membership?.role),
  always("role_denied", ({ workspace }) => !workspace?.membership?.role?.reachesApp),
  always("org_type_denied", ({ app, workspace }) => {
    const allowed = app?.allowedOrganizationTypes ?? [];
    const type = workspace?.organizationType;
    return allowed.length > 0 && !(type && allowed.includes(type));
  }),
  governed("package_unassigned", (app, { package: held }) => app.packagePolicy !== "none" && !held),
  governed(
    "package_inactive",
    (app, { package: held }) => app.packagePolicy !== "none" && held?.status === "inactive",
  ),
  governed("entitlement_missing", (app, workspace) => {
    const unlisted = app.packagePolicy === "listed" && workspace.package?.listsApp === false;
    const held = new Set(effectiveEntitlements(workspace));
    return unlisted || app.requiredEntitlements.some((wanted) => !held.has(wanted));
  }),
];

/** Every layer's outcome, for explaining; `evaluateAccess` decides by the same list. */
export function explainAccess(facts: AccessFacts): LayerOutcome[] {
  let denied = false;
  return accessLayers.map(({ denial, governed: byMode, denies }) => {
    const result = denied
      ? "not_reached"
      : resultOf(byMode ? facts.mode : "enforce", denies, facts);
    denied ||= result === "denied";
    return { layer: denial, result };
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

/** Whether this user reaches this app through this one organization (spec, Code vocabulary; contract,
 *  Entitlement policy). Pure: the same facts always give the same answer. */
export function evaluateAccess(
  facts: AccessFacts,
): Exclude<AccessDecision, { outcome: "selection_required" }> {
  const outcomes = explainAccess(facts);
  const denial = outcomes.find(({ result }) => result === "denied");
  if (denial) return { outcome: "denied", reason: denial.layer };
  const { workspace } = facts;
  const role = workspace?.membership?.role;
  // The layers above deny both; a grant is never built from facts that are not there.
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

/** The same where the caller named no organization: of the memberships that reach the app exactly one
 *  decides; several need a choice; with none, the denial that got furthest says what to fix. */
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

/** Nobody's app is told first, as where an organization was named. */
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

/** Why a user may not sign in for an organization where no app is to be reached, or null: the layers that are
 *  about the organization and the user alone, in their order. */
export function membershipDenial(facts: AccessFacts): AccessDenial | null {
  const layers = accessLayers.filter(({ denial }) => ofMembership.has(denial));
  return layers.find(({ denies }) => denies(facts))?.denial ?? null;
}
