import type { LayerResult } from "@/lib/access/evaluate-access";
import type { AccessDenial } from "@/lib/errors";

/** The pages on which a denial is mended. */
export type Remedy = "apps" | "app" | "organization" | "settings" | "memberships" | "packages";

/** Where each layer of the evaluator is mended when it denies. */
export const remedyOf: Record<AccessDenial, Remedy> = {
  app_unknown: "apps",
  app_disabled: "app",
  organization_unknown: "memberships",
  organization_inactive: "settings",
  no_membership: "memberships",
  membership_inactive: "memberships",
  no_role: "memberships",
  role_denied: "app",
  org_type_denied: "app",
  package_unassigned: "settings",
  package_inactive: "packages",
  entitlement_missing: "organization",
};

type Tone = "green" | "red" | "amber" | "neutral";

/** How what a layer came to is marked beside its words. */
export const markOf: Record<LayerResult, { mark: string; tone: Tone }> = {
  passed: { mark: "✓", tone: "green" },
  denied: { mark: "✕", tone: "red" },
  observed: { mark: "!", tone: "amber" },
  skipped: { mark: "–", tone: "neutral" },
  not_reached: { mark: "·", tone: "neutral" },
};
