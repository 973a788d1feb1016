import { type CredentialPurpose, type Scope, selectableScopes } from "@/lib/credentials/scopes";

/** What a scope allows, and what a thief could do with it where that is worth a warning. */
export const scopeMeanings: Record<Scope, { allows: string; danger?: string }> = {
  "users:read": { allows: "Read users and their memberships" },
  "users:write": { allows: "Create, change, suspend and delete users" },
  "roles:read": { allows: "Read roles and the apps they reach" },
  "roles:write": {
    allows: "Create roles and decide which apps they reach",
    danger: "Can open every app to everybody who holds a role.",
  },
  "packages:read": { allows: "Read packages and apps" },
  "packages:write": {
    allows: "Change packages, and what apps ask for",
    danger: "Can give paid features away, or take an app from all its customers.",
  },
  "entitlements:read": { allows: "Read the entitlement policy and explain access" },
  "entitlements:write": {
    allows: "Change the entitlement policy",
    danger: "One change applies to every user of the environment.",
  },
  "workspaces:read": { allows: "Read organizations and workspaces" },
  "workspaces:write": {
    allows: "Create, disable and re-package organizations",
    danger: "Can lock whole customers out.",
  },
  "tokens:issue": {
    allows: "Mint user access tokens from sessions",
    danger: "Acts as any user whose session id it holds.",
  },
  "identity:read": {
    allows: "Read who is signed in, with all memberships",
    danger: "Shows personal data of whoever signs in.",
  },
  "sessions:reverify": {
    allows: "Ask a signed-in user for proof again",
    danger: "Can mark a session as freshly proven, and tries passwords.",
  },
  "sessions:validate": { allows: "Check whether a session is still valid" },
  "sessions:invalidate": {
    allows: "End any session by its id",
    danger: "Can sign people out while they work.",
  },
  "users:password_change": {
    allows: "Change a signed-in user's password",
    danger: "Sets passwords, with the old one as its only proof.",
  },
  "account-security:read": { allows: "Read a user's sessions and trusted devices" },
  "account-security:manage": {
    allows: "End a user's sessions and forget their devices",
    danger: "Can sign any user out everywhere.",
  },
  "audit:write": {
    allows: "Write events into the audit trail",
    danger: "What is written there can't be taken back.",
  },
};

const resourceNames: Record<string, string> = {
  users: "Users",
  roles: "Roles",
  packages: "Packages and apps",
  entitlements: "Entitlement policy",
  workspaces: "Organizations and workspaces",
  tokens: "User access tokens",
  identity: "Identity",
  sessions: "Sessions",
  "account-security": "Account security",
  audit: "Audit trail",
};

/** The scopes a purpose may choose from, by the resource they are about. */
export function scopesByResource(
  purpose: CredentialPurpose,
): { resource: string; scopes: Scope[] }[] {
  const groups = new Map<string, Scope[]>();
  for (const scope of selectableScopes(purpose)) {
    const [key = ""] = scope.split(":");
    const resource = resourceNames[key] ?? key;
    groups.set(resource, [...(groups.get(resource) ?? []), scope]);
  }
  return [...groups].map(([resource, scopes]) => ({ resource, scopes }));
}

/** What a purpose is called. */
export function purposeName(purpose: CredentialPurpose): string {
  return purpose === "product_runtime" ? "Product runtime" : "Management automation only";
}
