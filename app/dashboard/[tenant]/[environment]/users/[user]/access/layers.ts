import type { LayerResult } from "@/lib/access/evaluate-access";
import type { AccessDenial } from "@/lib/errors";

/** What each layer of the evaluator asks, and what mends it where it denies. */
const layers: [AccessDenial, { asks: string; mend: string }][] = [
  ["app_unknown", { asks: "The app is in this environment", mend: "Choose another app." }],
  ["app_disabled", { asks: "The app is enabled", mend: "Enable the app on its page." }],
  [
    "organization_unknown",
    {
      asks: "The organization is in this environment",
      mend: "Add the organization to this environment.",
    },
  ],
  [
    "organization_inactive",
    { asks: "The organization is enabled", mend: "Enable the organization on its page." },
  ],
  [
    "no_membership",
    { asks: "The user is a member", mend: "Add the user to the organization, under Memberships." },
  ],
  [
    "membership_inactive",
    { asks: "The membership is active", mend: "Set the membership to active, under Memberships." },
  ],
  [
    "no_role",
    { asks: "The member has a role", mend: "Give the member a role, under Memberships." },
  ],
  [
    "role_denied",
    {
      asks: "The role reaches the app",
      mend: "Tick the app on the role's page, or give another role.",
    },
  ],
  [
    "org_type_denied",
    {
      asks: "The app lets this type of organization in",
      mend: "Let the type in on the app's page, or give the organization another type.",
    },
  ],
  [
    "package_unassigned",
    {
      asks: "The organization has a package, if the app needs one",
      mend: "Assign the organization a package.",
    },
  ],
  [
    "package_inactive",
    { asks: "The package is active, if the app needs one", mend: "Set the package to active." },
  ],
  [
    "entitlement_missing",
    {
      asks: "The package lists the app and gives every entitlement the app needs",
      mend: "Change the package, or grant the organization an exception.",
    },
  ],
];

/** A layer in words. */
export function layerInWords(layer: AccessDenial): { asks: string; mend: string } {
  return layers.find(([name]) => name === layer)?.[1] ?? { asks: layer, mend: "" };
}

type Tone = "green" | "red" | "amber" | "neutral";

const results: [LayerResult, { says: string; mark: string; tone: Tone }][] = [
  ["passed", { says: "passed", mark: "✓", tone: "green" }],
  ["denied", { says: "denied", mark: "✕", tone: "red" }],
  ["observed", { says: "would deny; the policy only observes", mark: "!", tone: "amber" }],
  ["skipped", { says: "not looked at: the policy is off", mark: "–", tone: "neutral" }],
  ["not_reached", { says: "not reached", mark: "·", tone: "neutral" }],
];

/** What a layer came to, in words. */
export function resultInWords(result: LayerResult): { says: string; mark: string; tone: Tone } {
  return (
    results.find(([name]) => name === result)?.[1] ?? { says: result, mark: "·", tone: "neutral" }
  );
}
