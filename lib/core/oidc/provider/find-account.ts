import type { FindAccount } from "oidc-provider";
import { accessClaims } from "@/lib/core/oidc/provider/access-claims";
import { readAccount } from "@/lib/core/oidc/provider/account-store";
import { mayNotSignIn } from "@/lib/core/oidc/provider/may-not-sign-in";
import { currentProviderRequest } from "@/lib/core/oidc/provider/provider-request";
import { sessionPolicyClaim } from "@/lib/core/oidc/provider/scopes-and-claims";

/** Finds the account of a subject, if it may sign in. At the token endpoint it also needs access to the
 *  client's app: each issuance and each refresh evaluates again.
 *  @throws InvalidGrant, or InvalidToken at userinfo, when the access evaluator denies
 *  @throws AccessDenied when a browser's authorization continues for a user who may not sign in any more */
export const findAccount: FindAccount = async (ctx, sub, token) => {
  const current = currentProviderRequest();
  const { scope } = current;
  const found = await readAccount(scope, sub);
  if (!found) {
    // Without a token, this is a browser's request for a user who was just suspended or deleted.
    if (!token) throw mayNotSignIn();
    return undefined;
  }
  const { account, policy } = found;
  if (!token) current.signedIn = { id: account.id, email: account.email };
  const access = await accessClaims(ctx, sub, token);
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
      ...access,
    }),
  };
};
