import type { AccessDecision, AccessFacts, AppFacts } from "@/lib/core/access/access";
import type { AccessFactsOfUser } from "@/lib/core/access/access-facts";
import { decisionOf } from "@/lib/core/access/decide-access";
import { accessLayers, evaluateAccess, layerNames } from "@/lib/core/access/evaluate-access";
import { type AccessDenial, accessDenials } from "@/lib/kernel/errors/access-errors";
import { namesOf } from "@/lib/kernel/errors/catalogue";

/** Access question of an enforcement point (contract, AuthZEN): may this user, in this organization, enter
 *  the app, and use the named permission or entitlement? */
export interface AccessQuestion {
  /** The service's id of the user, or the tenant's own. */
  subject: { userId: string } | { externalId: string };
  /** Null if the question names no app; then no app's rules apply. */
  appId: string | null;
  /** Null selects the organization through which the user may. */
  organizationId: string | null;
  /** Null if the question is about entering the app only. */
  use: { permission: string } | { entitlement: string } | null;
}

/** Subject of a refusal: a layer of the evaluator, or a part that only this question has. */
export const answerLayers = ["subject", "action", ...layerNames, "permission"] as const;
export type AnswerLayer = (typeof answerLayers)[number];

/** Reasons of a refusal. */
export const answerCodes = [
  ...namesOf(accessDenials),
  "user_disabled",
  "organization_selection_required",
  "subject_unknown",
  "action_unknown",
] as const;
export type AnswerCode = (typeof answerCodes)[number];

export type AccessAnswer =
  | { allowed: true; organizationId: string; observed: AccessDenial[] }
  | { allowed: false; layer: AnswerLayer; code: AnswerCode };

/** An app without requirements, for questions that name none. */
const NO_APP: AppFacts = {
  status: "active",
  packagePolicy: "none",
  allowedOrganizationTypes: [],
  requiredEntitlements: [],
};

/** Facts for a question without an app: the layers about the app admit everyone. */
export function withoutApp(facts: AccessFactsOfUser): AccessFactsOfUser {
  const workspaces = facts.workspaces.map((workspace) => {
    const { membership } = workspace;
    if (!membership?.role) return workspace;
    return {
      ...workspace,
      membership: { ...membership, role: { ...membership.role, reachesApp: true } },
    };
  });
  return { ...facts, app: NO_APP, workspaces };
}

/** Decides whether the user may enter, as for minting a token now. A suspended user may do nothing, as
 *  their sessions have ended. */
export function decideEntry(
  userStatus: "active" | "suspended",
  facts: AccessFactsOfUser,
  organizationId: string | null,
): AccessDecision | { outcome: "disabled" } {
  return userStatus === "suspended" ? { outcome: "disabled" } : decisionOf(facts, organizationId);
}

/** Answers a question. The organization is the one through which the user may enter, and only this one is
 *  searched for the permission or entitlement: a permission in one organization does not count in another.
 *  @param entry the result of `decideEntry` for the same facts */
export function answerOf(
  entry: ReturnType<typeof decideEntry>,
  facts: AccessFactsOfUser,
  use: AccessQuestion["use"],
): AccessAnswer {
  if (entry.outcome === "disabled") return refused("subject", "user_disabled");
  if (entry.outcome === "denied") return refused(layerOf(entry.reason), entry.reason);
  if (entry.outcome === "selection_required")
    return refused("organization", "organization_selection_required");
  const { organizationId, permissions } = entry.grant;
  const allowed = { allowed: true as const, organizationId, observed: entry.observed };
  if (!use) return allowed;
  if ("permission" in use)
    return permissions.includes(use.permission) ? allowed : refused("permission", "role_denied");
  const decision = evaluateAccess(requiring(use.entitlement, facts, organizationId));
  if (decision.outcome === "denied") return refused(layerOf(decision.reason), decision.reason);
  return { ...allowed, observed: decision.observed };
}

/** The same facts, as if the app required one more entitlement, so that the policy's mode applies to the
 *  question too. */
function requiring(
  entitlement: string,
  { app, workspaces, mode }: AccessFactsOfUser,
  organizationId: string,
): AccessFacts {
  const requiredEntitlements = [...(app?.requiredEntitlements ?? []), entitlement];
  const workspace = workspaces.find((one) => one.organizationId === organizationId) ?? null;
  return { mode, app: app && { ...app, requiredEntitlements }, workspace };
}

function layerOf(denial: AccessDenial): AnswerLayer {
  const layer = accessLayers.find((one) => one.denial === denial);
  if (!layer) throw new Error(`unreachable: no layer denies with ${denial}`);
  return layer.name;
}

function refused(layer: AnswerLayer, code: AnswerCode): AccessAnswer {
  return { allowed: false, layer, code };
}
