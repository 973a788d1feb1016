import { accessScopes } from "@/lib/core/oidc-clients/oidc-client";
import { config } from "@/lib/kernel/config/config";

/** The scopes that every relying party may ask for: who somebody is. */
export const identityScopes = ["openid", "profile", "email"] as const;

/** Every OpenID Connect scope. Of those that say what a user may do, a client is allowed each by itself. */
export const supportedScopes = [...identityScopes, ...accessScopes] as const;

/** The name of the claim that tells a relying party how long its own session may be inactive. */
export function sessionPolicyClaim(): string {
  return `${config().claimsBase}/claims/session_policy`;
}

/** The claims that each scope gives, in ID tokens and at userinfo (contract, Claims). */
export function claimsOfScopes(): Record<(typeof supportedScopes)[number], string[]> {
  return {
    openid: ["sub", "auth_time", "amr", sessionPolicyClaim()],
    profile: ["name", "locale", "updated_at"],
    email: ["email", "email_verified"],
    organizations: ["org_id", "org_slug", "role"],
    permissions: ["permissions", "package", "entitlements"],
  };
}

/** The claims that the scopes of identity give. */
export function claimsOfIdentity(): ReadonlySet<string> {
  const ofScopes = claimsOfScopes();
  return new Set(identityScopes.flatMap((scope) => ofScopes[scope]));
}

/** The scopes of identity that would give one of these claims. */
export function scopesOfClaims(claims: readonly string[]): string[] {
  const ofScopes = claimsOfScopes();
  return identityScopes.filter((scope) => ofScopes[scope].some((name) => claims.includes(name)));
}
