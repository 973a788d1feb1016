import { requestContext, requestCookies } from "@/app/(hosted)/_request/browser";
import { environmentsAt } from "@/app/(hosted)/_request/tenant";
import type { AccountOwner } from "@/lib/account-security/account-session-store";
import type { Caller } from "@/lib/caller";
import { readHostedSession } from "@/lib/oidc/hosted-session";
import type { NamedPlace } from "@/lib/oidc/own-client";

/** The person this browser is signed in as, able to act for themselves and nobody else. */
export interface SignedIn {
  caller: Caller;
  /** All of their sessions, of whatever app. */
  owner: AccountOwner;
  sessionId: string;
}

/** Who is signed in to this tenant here. Asked by the page and again by each of its actions: an action can be
 *  called without its page.
 *  @returns null when nobody is */
export async function signedInPerson(place: NamedPlace): Promise<SignedIn | null> {
  const cookies = await requestCookies();
  for (const { scope, environmentKey } of await environmentsAt(place)) {
    const session = await readHostedSession(cookies, scope);
    if (!session) continue;
    const { sessionId, userId } = session;
    const actor = { type: "user", id: userId } as const;
    const caller = { ...scope, environmentKey, actor, context: await requestContext() };
    return { caller, owner: { userId, appId: null }, sessionId };
  }
  return null;
}
