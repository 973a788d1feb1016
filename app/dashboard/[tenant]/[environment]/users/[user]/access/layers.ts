import type { LayerResult } from "@/lib/access/evaluate-access";
import type { AccessDenial } from "@/lib/errors";

/** The pages on which a denial is mended. */
export type Remedy = "apps" | "app" | "organization" | "settings" | "memberships" | "packages";

interface InWords {
  asks: string;
  /** What it says where it denies: why the user is refused. */
  refused: string;
  /** What mends it where it denies, and where. */
  mend: string;
  at: Remedy;
}

/** What each layer of the evaluator asks. */
const layers: [AccessDenial, InWords][] = [
  [
    "app_unknown",
    {
      asks: "The app is in this environment",
      refused: "the app isn't in this environment",
      mend: "Choose another app.",
      at: "apps",
    },
  ],
  [
    "app_disabled",
    {
      asks: "The app is enabled",
      refused: "the app is disabled",
      mend: "Enable the app on its page.",
      at: "app",
    },
  ],
  [
    "organization_unknown",
    {
      asks: "The organization is in this environment",
      refused: "the organization isn't in this environment",
      mend: "Make the user a member of an organization of this environment.",
      at: "memberships",
    },
  ],
  [
    "organization_inactive",
    {
      asks: "The organization is enabled",
      refused: "the organization is disabled",
      mend: "Enable the organization.",
      at: "settings",
    },
  ],
  [
    "no_membership",
    {
      asks: "The user is a member",
      refused: "the user isn't a member of any organization",
      mend: "Add the user to the organization.",
      at: "memberships",
    },
  ],
  [
    "membership_inactive",
    {
      asks: "The membership is active",
      refused: "the membership is inactive",
      mend: "Set the membership to active.",
      at: "memberships",
    },
  ],
  [
    "no_role",
    {
      asks: "The member has a role",
      refused: "the member has no role",
      mend: "Give the member a role.",
      at: "memberships",
    },
  ],
  [
    "role_denied",
    {
      asks: "The role reaches the app",
      refused: "the member's role doesn't reach the app",
      mend: "Let the role reach the app, or give the member another one.",
      at: "app",
    },
  ],
  [
    "org_type_denied",
    {
      asks: "The app lets this type of organization in",
      refused: "the app doesn't let in organizations of this type",
      mend: "Let the type in on the app's page, or give the organization another type.",
      at: "app",
    },
  ],
  [
    "package_unassigned",
    {
      asks: "The organization has a package, if the app needs one",
      refused: "the organization has no package",
      mend: "Assign the organization a package.",
      at: "settings",
    },
  ],
  [
    "package_inactive",
    {
      asks: "The package is active, if the app needs one",
      refused: "the organization's package is inactive",
      mend: "Set the package to active.",
      at: "packages",
    },
  ],
  [
    "entitlement_missing",
    {
      asks: "The package lists the app and gives every entitlement the app needs",
      refused: "the organization's package lacks the app, or an entitlement that the app needs",
      mend: "Change the package, or grant the organization an exception.",
      at: "organization",
    },
  ],
];

/** A layer in words. */
export function layerInWords(layer: AccessDenial): InWords {
  return (
    layers.find(([name]) => name === layer)?.[1] ?? {
      asks: layer,
      refused: layer,
      mend: "",
      at: "app",
    }
  );
}

type Tone = "green" | "red" | "amber" | "neutral";

const results: [LayerResult, { says: string; mark: string; tone: Tone }][] = [
  ["passed", { says: "passed", mark: "✓", tone: "green" }],
  ["denied", { says: "denied", mark: "✕", tone: "red" }],
  ["observed", { says: "would deny", mark: "!", tone: "amber" }],
  ["skipped", { says: "not looked at", mark: "–", tone: "neutral" }],
  ["not_reached", { says: "not reached", mark: "·", tone: "neutral" }],
];

/** What a layer came to, in words. */
export function resultInWords(result: LayerResult): { says: string; mark: string; tone: Tone } {
  return (
    results.find(([name]) => name === result)?.[1] ?? { says: result, mark: "·", tone: "neutral" }
  );
}
