import { errors, type FindAccount } from "oidc-provider";
import { config } from "@/lib/config/config";
import { readAccount } from "@/lib/oidc/provider/account-store";
import { organizationOf } from "@/lib/oidc/provider/grant-organization";
import { hasAccess } from "@/lib/oidc/provider/has-access";
import { mayNotSignIn } from "@/lib/oidc/provider/may-not-sign-in";
import { currentProviderRequest } from "@/lib/oidc/provider/provider-request";

/** The name of the claim that tells a relying party how long its own session may be inactive. */
export function sessionPolicyClaim(): string {
  return `${config().claimsBase}/claims/session_policy`;
}

/** The account behind a subject, when it may sign in. At the token endpoint it also needs access to the client's app:
 *  each issuance and each refresh asks again.
 *  @throws InvalidGrant when the access evaluator denies
 *  @throws AccessDenied where a browser's authorization goes on for a user who may not sign in any more */
export const findAccount: FindAccount = async (ctx, sub, token) => {
  const current = currentProviderRequest();
  const { scope } = current;
  const found = await readAccount(scope, sub);
  if (!found) {
    // No token: a browser asks, for a user who was suspended or deleted a moment ago.
    if (!token) throw mayNotSignIn();
    return undefined;
  }
  const { account, policy } = found;
  if (!token) current.signedIn = { id: account.id, email: account.email };
  const issuing = token?.kind === "AuthorizationCode" || token?.kind === "RefreshToken";
  if (issuing && !(await hasAccess(sub, organizationOf(ctx.oidc.entities.Grant))))
    throw new errors.InvalidGrant("access denied");
  return {
    accountId: sub,
    claims: () => ({
      sub,
      email: account.email,
      email_verified: account.emailVerified,
      name: account.displayName ?? undefined,
      locale: account.locale ?? undefined,
      updated_at: Math.floor(account.updatedAt.getTime() / 1000),
      [sessionPolicyClaim()]: { idle_timeout_minutes: policy.idleTimeoutMinutes },
    }),
  };
};
