/** Groups of the description, in the order of an integration. */
export const apiTags = [
  {
    name: "OAuth and OpenID Connect",
    description:
      "Issue machine tokens, and sign users in for relying parties. Errors are OAuth errors.",
  },
  {
    name: "Sign-in",
    description:
      "Sign users in through the tenant's backend, which sends X-Tenant-Id and the tenant's secret. A sign-in ends in a one-time grant.",
  },
  {
    name: "Sessions",
    description:
      "Exchange a grant for a session, mint the session's access tokens, keep the session alive, step up and change a password.",
  },
  {
    name: "Factors",
    description:
      "Let users add passkeys and authenticator apps on the product's own pages. Every call needs a session with a fresh proof, or the token of a sign-in that asks for a factor.",
  },
  {
    name: "Account security",
    description:
      "Show and end a user's sessions, trusted devices and factors in an app, in the product's own settings.",
  },
  { name: "Users", description: "Manage the users of the credential's environment." },
  {
    name: "Organizations",
    description: "Manage the tenant's customers and their members in the credential's environment.",
  },
  {
    name: "Workspaces",
    description:
      "Define organization types, and set the package and type that an organization has in an environment.",
  },
  { name: "Roles", description: "Define what members may do, and which apps a role opens." },
  { name: "Packages", description: "Define the packages that organizations buy." },
  {
    name: "Apps",
    description: "Define the products that users enter.",
  },
  {
    name: "Entitlement policy",
    description: "Set how strictly the environment holds packages and entitlements.",
  },
  {
    name: "Access",
    description:
      "Ask whether users may enter an app, or use an entitlement or a permission (AuthZEN), and explain why a user can or can't.",
  },
  {
    name: "Campaigns",
    description:
      "Roll versions out to installations. A person confirms each campaign for exactly the installations that were displayed.",
  },
  {
    name: "External identities",
    description: "Accept tokens of outside issuers, and bind the issuers' subjects to users.",
  },
  { name: "Enrolment", description: "Enrol installations of an app." },
  {
    name: "Installations",
    description: "Manage installations: copies of apps at customers, each with its own key.",
  },
  {
    name: "Audit",
    description:
      "Add the product's own events to the audit log, follow what happens, and prove that nothing of it was changed.",
  },
  {
    name: "Shared Signals",
    description:
      "Follow sessions, credentials and accounts by a stream of security events (OpenID Shared Signals Framework 1.0), which the receiver polls. The token needs every scope that reads.",
  },
  {
    name: "Operator",
    description:
      "Run the platform and its tenants with an operator token. No endpoint reads a tenant's data.",
  },
  { name: "Description", description: "Read this description." },
] as const satisfies { name: string; description: string }[];

/** A group of the description. */
export type Tag = (typeof apiTags)[number]["name"];
