/** The scope catalogue (spec, Scope catalogue). Management scopes suit any purpose; runtime scopes only a
 *  credential of purpose Product runtime. `dangerous` is shown where scopes are chosen. */
export const managementScopes = [
  "users:read",
  "users:write",
  "roles:read",
  "roles:write",
  "packages:read",
  "packages:write",
  "entitlements:read",
  "entitlements:write",
  "workspaces:read",
  "workspaces:write",
] as const;

/** Scopes that a token needs to receive all events: every management scope that reads. The catalogue has
 *  no single scope for it. */
export const readingScopes = [
  "users:read",
  "roles:read",
  "packages:read",
  "entitlements:read",
  "workspaces:read",
] as const satisfies readonly (typeof managementScopes)[number][];

export const runtimeScopes = [
  "tokens:issue",
  "identity:read",
  "sessions:reverify",
  "sessions:validate",
  "sessions:invalidate",
  "users:password_change",
  "account-security:read",
  "account-security:manage",
  "audit:write",
] as const;

export type Scope = (typeof managementScopes)[number] | (typeof runtimeScopes)[number];

export const dangerousScopes: ReadonlySet<Scope> = new Set<Scope>([
  // It deletes users: dangerous by effect, though the catalogue's table does not mark it.
  "users:write",
  "roles:write",
  "packages:write",
  "entitlements:write",
  "workspaces:write",
  "tokens:issue",
  "identity:read",
  "sessions:reverify",
  "sessions:invalidate",
  "users:password_change",
  "account-security:manage",
  "audit:write",
]);

export type CredentialPurpose = "product_runtime" | "management_automation";

/** Returns the scopes that a credential of this purpose may have. */
export function selectableScopes(purpose: CredentialPurpose): readonly Scope[] {
  return purpose === "product_runtime" ? [...managementScopes, ...runtimeScopes] : managementScopes;
}
