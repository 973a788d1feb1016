import { errors, type FindAccount } from "oidc-provider";
import { config } from "@/lib/config/config";
import { readAccount } from "@/lib/oidc/account-store";
import { currentExchange } from "@/lib/oidc/exchange";
import { organizationOf } from "@/lib/oidc/grant-organization";
import { hasAccess } from "@/lib/oidc/require-access";

/** The name of the claim that tells a relying party after how much inactivity to end its own session. */
export function sessionPolicyClaim(): string {
  return `${config().claimsBase}/claims/session_policy`;
}

/** The account behind a subject, when it may sign in. At the token endpoint it also has to have access to the
 *  client's app: each issuance and each refresh asks anew.
 *  @throws InvalidGrant when the access evaluator denies
 *  @throws AccessDenied where a browser's authorization goes on for a user who may not sign in any more */
export const findAccount: FindAccount = async (ctx, sub, token) => {
  const exchange = currentExchange();
  const { scope } = exchange;
  const found = await readAccount(scope, sub);
  if (!found) {
    // Without a token a browser asks, for somebody who was suspended or deleted a moment ago.
    if (!token) throw new errors.AccessDenied("the user may not sign in");
    return undefined;
  }
  const { account, policy } = found;
  if (!token) exchange.signedIn = { id: account.id, email: account.email };
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
