import type { LayerResult } from "@/lib/core/access/evaluate-access";
import type { AccessDenial } from "@/lib/kernel/errors/access-errors";

/** Pages on which a denial can be fixed. */
export type Remedy = "apps" | "app" | "organization" | "settings" | "memberships" | "packages";

const remedies: [AccessDenial, Remedy][] = [
  ["app_unknown", "apps"],
  ["app_disabled", "app"],
  ["organization_unknown", "memberships"],
  ["organization_inactive", "settings"],
  ["no_membership", "memberships"],
  ["membership_inactive", "memberships"],
  ["no_role", "memberships"],
  ["role_denied", "app"],
  ["org_type_denied", "app"],
  ["package_unassigned", "settings"],
  ["package_inactive", "packages"],
  ["entitlement_missing", "organization"],
];

/** Returns the page that fixes a denial by a layer of the evaluator. */
export function remedyOf(layer: AccessDenial): Remedy {
  return remedies.find(([name]) => name === layer)?.[1] ?? "app";
}

type Tone = "green" | "red" | "amber" | "neutral";
type Mark = { mark: string; tone: Tone };

const marks: [LayerResult, Mark][] = [
  ["passed", { mark: "✓", tone: "green" }],
  ["denied", { mark: "✕", tone: "red" }],
  ["observed", { mark: "!", tone: "amber" }],
  ["skipped", { mark: "–", tone: "neutral" }],
];

/** Returns the mark beside a layer's result; "not reached" for an unknown result. */
export function markOf(result: LayerResult): Mark {
  return marks.find(([name]) => name === result)?.[1] ?? { mark: "·", tone: "neutral" };
}
