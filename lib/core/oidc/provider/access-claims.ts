import { errors, type FindAccount } from "oidc-provider";
import type { AccessGrant } from "@/lib/core/access/access";
import { admits, askAccess } from "@/lib/core/oidc/provider/ask-access";
import { organizationOf } from "@/lib/core/oidc/provider/grant-organization";
import { currentProviderRequest } from "@/lib/core/oidc/provider/provider-request";
import {
  type AccessScope,
  accessScopes,
  accessScopesOf,
} from "@/lib/core/oidc-clients/oidc-client";

type Asking = Parameters<FindAccount>;

/** Models of what a client presents at the token endpoint to be issued tokens. */
const issuing = new Set(["AuthorizationCode", "RefreshToken", "DeviceCode"]);

/** Claims of an account about what it may do in the client's app, as the evaluator decides now. Each issuance
 *  and each refresh evaluates again, and so does userinfo for a token with these scopes: a user who lost
 *  access gets a refusal instead of old claims.
 *  @param token what the client presents; undefined while a browser's authorization continues
 *  @returns none where nothing is issued, or where the client is allowed none of these scopes
 *  @throws InvalidGrant, or InvalidToken at userinfo, when the access evaluator denies */
export async function accessClaims(
  ctx: Asking[0],
  userId: string,
  token: Asking[2],
): Promise<Record<string, unknown>> {
  const allowed = allowedScopes();
  if (token && issuing.has(token.kind)) {
    const { Grant } = ctx.oidc.entities;
    const access = await askAccess(userId, organizationOf(Grant));
    if (!admits(access)) throw new errors.InvalidGrant("access denied");
    // The answer leaves out scopes that the client has lost since the sign-in.
    for (const scope of accessScopes) if (!allowed.includes(scope)) Grant?.rejectOIDCScope(scope);
    return claimsOf(access.grant, allowed);
  }
  if (token?.kind !== "AccessToken" || !allowed.some((scope) => token.scopes.has(scope))) return {};
  const grant = await ctx.oidc.provider.Grant.find(token.grantId ?? "");
  const access = await askAccess(userId, organizationOf(grant), false);
  if (!admits(access)) throw new errors.InvalidToken("access denied");
  return claimsOf(access.grant, allowed);
}

/** Whether an authorization requests a scope about access, which is always for one organization. */
export function asksForAccess(scope: unknown): boolean {
  const requested = typeof scope === "string" ? scope.split(" ") : [];
  return allowedScopes().some((one) => requested.includes(one));
}

/** Scopes beyond identity that the client of this request may request now. */
export function allowedScopes(): readonly AccessScope[] {
  const { client } = currentProviderRequest();
  return client ? accessScopesOf(client) : [];
}

/** The provider drops claims that the token's scopes don't cover. An organization without a package has no
 *  `package` (OpenID Connect Core §5.3.2: no claim is null). */
function claimsOf(
  grant: AccessGrant | null,
  allowed: readonly AccessScope[],
): Record<string, unknown> {
  if (!grant) return {};
  const { organizationId, organizationSlug, role, permissions, entitlements } = grant;
  return {
    ...(allowed.includes("organizations") && {
      org_id: organizationId,
      org_slug: organizationSlug,
      role,
    }),
    ...(allowed.includes("permissions") && {
      permissions,
      entitlements,
      ...(grant.package !== null && { package: grant.package }),
    }),
  };
}
