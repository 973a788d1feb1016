import { interactionPolicy } from "oidc-provider";
import { isId } from "@/lib/ids";
import { currentExchange } from "@/lib/oidc/exchange";
import type { InteractionResult } from "@/lib/oidc/interaction-result";
import { parseEmail } from "@/lib/users/email";

/** When an authorization has to ask somebody: the provider's own rules, and one for a hint. */
export function policy() {
  const base = interactionPolicy.base();
  // A native first-party client asks no consent either; its codes are bound by PKCE.
  base.get("consent")?.checks.remove("native_client_prompt");
  base.get("login")?.checks.add(asksForSomebodyElse);
  return base;
}

const asksForSomebodyElse = new interactionPolicy.Check(
  "login_hint",
  "another user than the one that is signed in is asked for",
  ({ oidc }) => {
    const { signedIn } = currentExchange();
    const hint = oidc.params?.login_hint;
    if (!signedIn || typeof hint !== "string" || !namesSomebodyElse(hint, signedIn)) return false;
    // Whoever has just signed in, said to go on as they are, or consented was shown what was asked for.
    const { login, continueAs, consent } = (oidc.result ?? {}) as InteractionResult;
    return !consent && login?.accountId !== signedIn.id && continueAs !== signedIn.id;
  },
);

/** Whether a `login_hint` is for another account than this one. An address or a user's id names an account;
 *  what is neither names nobody, and nobody is asked about it (OpenID Connect Core §3.1.2.1 leaves its form open). */
export function namesSomebodyElse(hint: string, account: { id: string; email: string }): boolean {
  if (isId(hint)) return hint.toLowerCase() !== account.id;
  const address = parseEmail(hint);
  return address !== null && address.emailKey !== parseEmail(account.email)?.emailKey;
}
