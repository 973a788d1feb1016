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
  { name: "Roles", description: "What members may do, and which apps that reaches." },
  { name: "Packages", description: "What organizations have bought." },
  { name: "Apps", description: "What users are let into. Made in the dashboard." },
  {
    name: "Entitlement policy",
    description: "How strictly the environment holds packages and entitlements.",
  },
  { name: "Access", description: "Why somebody does or does not reach an app." },
  {
    name: "Campaigns",
    description: "Rollouts to installations, confirmed for exactly those who were displayed.",
  },
  {
    name: "External identities",
    description: "Issuers outside that vouch for people, and which user each of those people is.",
  },
  { name: "Enrolment", description: "How installations of an app come in by themselves." },
  { name: "Installations", description: "Copies of apps that run somewhere, with their own keys." },
  { name: "Audit", description: "The product's own events, beside the service's." },
  {
    name: "Operator",
    description:
      "The platform over all tenants, with an operator token. Nothing here reads what is in a tenant.",
  },
  { name: "Description", description: "This document." },
] as const satisfies { name: string; description: string }[];

/** A group of the description. */
export type Tag = (typeof apiTags)[number]["name"];
