import { z } from "zod";
import { invalidGrant, type ReasonRows } from "@/lib/kernel/errors/row";

const EXPLAIN =
  "Ask [access/explain](/docs/reference/access#explainAccess) for this user, app and organization: the answer shows every layer. Don't repeat the request unchanged. A token exchange answers `invalid_target` as its OAuth error.";

const denied = (layer: number, cause: string, remedy: string) =>
  ({
    status: 403,
    title: "Access denied",
    oauth: invalidGrant,
    cause: `Layer ${layer}: ${cause}`,
    remedy,
    note: EXPLAIN,
  }) as const;

/** Layers at which the access evaluator denies, in its order (spec, Code vocabulary). */
export const accessDenials = {
  app_unknown: denied(
    1,
    "the app is not in the credential's environment.",
    "Compare the `app_id` with the dashboard's list of apps, and the credential with the environment: an app of development is unknown in production.",
  ),
  app_disabled: denied(
    2,
    "an administrator disabled the app.",
    "Enable the app in the dashboard. Sessions live on, and tokens are issued again at once.",
  ),
  organization_unknown: denied(
    3,
    "the organization is not in this environment.",
    "Add the organization to the environment (`workspaces/{org}/environment`), or correct the id.",
  ),
  organization_inactive: denied(
    4,
    "the organization is disabled in this environment.",
    "Enable the organization when its customer is to come back.",
  ),
  no_membership: denied(
    5,
    "the user is no member of the organization, or of any that reaches the app.",
    "Make the user a member with a role: [set a member](/docs/reference/organizations#setMember).",
  ),
  membership_inactive: denied(
    6,
    "the membership is inactive.",
    "Set the membership's `status` to `active`.",
  ),
  no_role: denied(7, "the membership has no role.", "Give the membership a role."),
  role_denied: denied(
    8,
    "the membership's role does not open the app.",
    "Add the app to the role ([the role's apps](/docs/reference/roles#replaceRoleApps)), or give the member another role.",
  ),
  org_type_denied: denied(
    9,
    "the app allows certain organization types, and the organization has none of them.",
    "Change the organization's type, or the app's list of types.",
  ),
  package_unassigned: denied(
    10,
    "the app requires a package, and neither the workspace nor the environment's default has one.",
    "Assign a package to the workspace, or set a default package in the entitlement policy.",
  ),
  package_inactive: denied(
    11,
    "the organization's package is inactive.",
    "Activate the package, or assign another.",
  ),
  entitlement_missing: denied(
    12,
    "the app takes listed packages and the organization's package does not list the app, or an entitlement that the app requires is missing. `missing_entitlements` of an explanation names them.",
    "Add the entitlement to the package, grant it to the organization by an override, or list the app in the package.",
  ),
} as const satisfies ReasonRows;

/** The layer at which the access evaluator denied. */
export type AccessDenial = keyof typeof accessDenials;

/** Reasons for which an organization, or its type, is not clear. */
export const organizationErrors = {
  organization_selection_required: {
    status: 422,
    oauth: invalidGrant,
    fields: {
      organizations: z
        .array(z.object({ id: z.uuid(), name: z.string(), slug: z.string() }))
        .describe("the organizations that the user can choose from."),
    },
    cause:
      "The user reaches the app through several organizations, and the request names none. `organizations` lists them.",
    remedy:
      "Let the user choose, and send `organization_id`. At `/oauth/authorize`, request the scope `organizations` or `permissions`: a hosted page then asks the user.",
  },
  organization_type_not_resolved: {
    status: 400,
    oauth: { status: 400, error: "invalid_request" },
    fields: organizationTypeFields(),
    cause:
      "The environment has no such organization type. `requested` has what you sent, `available` the first types that there are, and `available_total` their number.",
    remedy:
      "Choose a key of `available`, or have an administrator create the type in that environment: types belong to an environment.",
  },
} as const satisfies ReasonRows;

function organizationTypeFields() {
  const pair = z.object({ organization_type: z.string(), environment: z.string() });
  return {
    requested: pair.describe("what was asked for."),
    available: z.array(pair).describe("at most 50 of the pairs that would do."),
    available_total: z.int().describe("how many pairs would do."),
  };
}
