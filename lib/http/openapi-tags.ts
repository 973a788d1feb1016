/** The groups of the description, in the order in which somebody who integrates meets them. */
export const apiTags = [
  {
    name: "OAuth and OpenID Connect",
    description: "Machine tokens, hosted sign-in and relying parties. Errors are OAuth errors.",
  },
  {
    name: "Sign-in",
    description:
      "Direct sign-in through the tenant's backend, which sends X-Tenant-Id and its secret. Ends in a one-time grant.",
  },
  {
    name: "Sessions",
    description:
      "What a grant becomes: a session, its access tokens, its activity, step-up and password change.",
  },
  {
    name: "Account security",
    description: "A user's sessions and trusted devices in an app, for the product's own settings.",
  },
  { name: "Users", description: "The user pool of the credential's environment." },
  {
    name: "Organizations",
    description: "The tenant's customers, as they are in the credential's environment.",
  },
  { name: "Workspaces", description: "An organization in an environment: its package and type." },
  { name: "Roles", description: "What members may do, and which apps the role opens." },
  { name: "Packages", description: "Packages that organizations have bought." },
  {
    name: "Apps",
    description: "Products that users enter. Administrators create apps in the dashboard.",
  },
  {
    name: "Entitlement policy",
    description: "How strictly the environment holds packages and entitlements.",
  },
  { name: "Access", description: "Why a user can or cannot enter an app." },
  {
    name: "Campaigns",
    description:
      "Rollouts to installations; each is confirmed for exactly the installations that were displayed.",
  },
  {
    name: "External identities",
    description:
      "Outside issuers whose tokens the environment accepts, and the users that their subjects are bound to.",
  },
  { name: "Enrolment", description: "How installations of an app enrol themselves." },
  { name: "Installations", description: "Copies of apps at customers, each with its own key." },
  { name: "Audit", description: "The product's own events, beside the service's." },
  {
    name: "Operator",
    description:
      "The platform over all tenants, with an operator token. No endpoint reads the data of a tenant.",
  },
  { name: "Description", description: "This document." },
] as const satisfies { name: string; description: string }[];

/** A group of the description. */
export type Tag = (typeof apiTags)[number]["name"];
