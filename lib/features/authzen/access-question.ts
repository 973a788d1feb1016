import type { AccessDecision, AccessFacts, AppFacts } from "@/lib/core/access/access";
import type { AccessFactsOfUser } from "@/lib/core/access/access-store";
import { decisionOf } from "@/lib/core/access/decide-access";
import { accessLayers, evaluateAccess, layerNames } from "@/lib/core/access/evaluate-access";
import type { AccessDenial } from "@/lib/kernel/errors";

/** What somebody who enforces access asks (contract, AuthZEN): may this user, in this organization, enter the app, and use
 *  what is named there? */
export interface AccessQuestion {
  /** The service's id of the user, or the tenant's own. */
  subject: { userId: string } | { externalId: string };
  /** Null where no app is to be entered: then nothing is asked of one. */
  appId: string | null;
  /** Null looks for the one organization through which the user may. */
  organizationId: string | null;
  /** Null where the app is all that is asked for. */
  use: { permission: string } | { entitlement: string } | null;
}

/** What a refusal is about: a layer of the evaluator, or what only this question has. */
export const answerLayers = ["subject", "action", ...layerNames, "permission"] as const;
export type AnswerLayer = (typeof answerLayers)[number];

/** Why the answer is no. */
export type AnswerCode =
  | AccessDenial
  | "user_disabled"
  | "organization_selection_required"
  | "subject_unknown"
  | "action_unknown";

export type AccessAnswer =
  | { allowed: true; organizationId: string; observed: AccessDenial[] }
  | { allowed: false; layer: AnswerLayer; code: AnswerCode };

/** An app that asks for nothing, where none is to be entered. */
const NO_APP: AppFacts = {
  status: "active",
  packagePolicy: "none",
  allowedOrganizationTypes: [],
  requiredEntitlements: [],
};

/** The facts for a question that names no app: the layers that look at one let everybody through. */
export function withoutApp(facts: Omit<AccessFactsOfUser, "app">): AccessFactsOfUser {
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

/** Whether the user of these facts enters, as a token would be minted or refused at this moment. What a suspended user may
 *  is nothing, as their sessions have ended. */
export function decideEntry(
  userStatus: "active" | "suspended",
  facts: AccessFactsOfUser,
  organizationId: string | null,
): AccessDecision | { outcome: "disabled" } {
  return userStatus === "suspended" ? { outcome: "disabled" } : decisionOf(facts, organizationId);
}

/** The answer to a question. The organization is chosen by whether the user enters, and what is to be used is looked for there
 *  alone: a permission in one organization is none in another.
 *  @param entry what `decideEntry` says of the same facts */
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

/** The same facts as if the app required one entitlement more, so that the policy's mode governs the question too. */
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
