import { errors, interactionPolicy } from "oidc-provider";
import type { InteractionResult } from "@/lib/core/oidc/provider/interaction-result";
import { currentProviderRequest } from "@/lib/core/oidc/provider/provider-request";
import { parseEmail } from "@/lib/core/users/email";
import { isId } from "@/lib/kernel/ids";

/** Policy of when an authorization prompts: the provider's own checks, those for another account, and one
 *  for the organization. */
export function policy() {
  const base = interactionPolicy.base();
  // A native first-party client needs no consent either; its codes are bound by PKCE.
  base.get("consent")?.checks.remove("native_client_prompt");
  base.get("login")?.checks.add(requiresAnotherUser);
  base.get("login")?.checks.add(hintsAtAnotherUser);
  base.get("login")?.checks.add(requestsAnotherAccount);
  // After the sign-in and before consent, which applies to the chosen organization.
  base.add(new interactionPolicy.Prompt({ name: CHOOSE_ORGANIZATION }, severalOrganizations), 1);
  return base;
}

/** Name of the prompt for the organization of a sign-in. */
export const CHOOSE_ORGANIZATION = "organization" as const;

const severalOrganizations = new interactionPolicy.Check(
  "several_organizations",
  "the user reaches the application through several organizations",
  () => currentProviderRequest().choosesOrganization === true,
);

/** Internal parameter with the required user of a sign-in. No request can set it, because the authorization
 *  endpoint does not accept such a parameter. */
export const REQUIRED_USER = "atrium_subject";

const requiresAnotherUser = new interactionPolicy.Check(
  REQUIRED_USER,
  "the sign-in of another user is meant",
  ({ oidc }) => {
    const { signedIn } = currentProviderRequest();
    const meant = oidc.params?.[REQUIRED_USER];
    if (!signedIn || meant === undefined || meant === signedIn.id) return false;
    // A person who has just signed in as another user would not satisfy the request by signing in again.
    const { login, continueAs, consent, organizationId } = (oidc.result ?? {}) as InteractionResult;
    if (login || continueAs || consent || organizationId)
      throw new errors.LoginRequired("the user who is meant did not sign in");
    return true;
  },
);

const hintsAtAnotherUser = new interactionPolicy.Check(
  "login_hint",
  "another user than the one that is signed in is asked for",
  ({ oidc }) => {
    const { signedIn } = currentProviderRequest();
    const hint = oidc.params?.login_hint;
    if (!signedIn || typeof hint !== "string" || !namesAnotherUser(hint, signedIn)) return false;
    // A person who has just signed in, chosen to continue as themselves, or consented has seen which user
    // the client requests.
    const { login, continueAs, consent } = (oidc.result ?? {}) as InteractionResult;
    return !consent && login?.accountId !== signedIn.id && continueAs !== signedIn.id;
  },
);

/** Reason of a prompt after the person requested another account. */
export const ANOTHER_ACCOUNT = "another_account";

const requestsAnotherAccount = new interactionPolicy.Check(
  ANOTHER_ACCOUNT,
  "the person wants to sign in with another account",
  ({ oidc }) => ((oidc.result ?? {}) as InteractionResult).anotherAccount === true,
);

/** Whether a `login_hint` names another account than this one. An email address or a user's id
 *  names an account; any other text names no user and is ignored (OpenID Connect Core §3.1.2.1
 *  leaves the format open). */
export function namesAnotherUser(hint: string, account: { id: string; email: string }): boolean {
  if (isId(hint)) return hint.toLowerCase() !== account.id;
  const address = parseEmail(hint);
  return address !== null && address.emailKey !== parseEmail(account.email)?.emailKey;
}
