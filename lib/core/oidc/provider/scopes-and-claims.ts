import { accessScopes } from "@/lib/core/oidc-clients/oidc-client";
import { config } from "@/lib/kernel/config/config";

/** Scopes about a user's identity, which every relying party may request. */
export const identityScopes = ["openid", "profile", "email"] as const;

/** Every OpenID Connect scope. Those about access are allowed to each client separately. */
export const supportedScopes = [...identityScopes, ...accessScopes] as const;

/** Name of the claim with the longest inactivity of a relying party's own session. */
export function sessionPolicyClaim(): string {
  return `${config().claimsBase}/claims/session_policy`;
}

/** Claims of each scope, in ID tokens and at userinfo (contract, Claims). */
export function claimsOfScopes(): Record<(typeof supportedScopes)[number], string[]> {
  return {
    openid: ["sub", "auth_time", "amr", sessionPolicyClaim()],
    profile: ["name", "locale", "updated_at"],
    email: ["email", "email_verified"],
    organizations: ["org_id", "org_slug", "role"],
    permissions: ["permissions", "package", "entitlements"],
  };
}

/** Claims of the identity scopes. */
export function claimsOfIdentity(): ReadonlySet<string> {
  const ofScopes = claimsOfScopes();
  return new Set(identityScopes.flatMap((scope) => ofScopes[scope]));
}

/** Identity scopes that include one of these claims. */
export function scopesOfClaims(claims: readonly string[]): string[] {
  const ofScopes = claimsOfScopes();
  return identityScopes.filter((scope) => ofScopes[scope].some((name) => claims.includes(name)));
}
