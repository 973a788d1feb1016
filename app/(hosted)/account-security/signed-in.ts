import type { NamedEnvironment } from "@/app/(hosted)/_place/environments";
import type { Visit } from "@/lib/core/oidc/pages/hosted-page";
import { readHostedSession } from "@/lib/core/oidc/session/hosted-session";
import type { AccountOwner } from "@/lib/core/sessions/open-session-store";
import type { Caller } from "@/lib/kernel/caller";

/** User as whom this browser is signed in, who can act on their own account only. */
export interface SignedIn {
  caller: Caller;
  /** Owner of all of their sessions, of any app. */
  owner: AccountOwner;
  sessionId: string;
}

/** Returns the user who is signed in to this tenant in this browser.
 *  @returns null without a live session */
export async function signedInPerson(
  { cookies, context }: Visit,
  environments: readonly NamedEnvironment[],
): Promise<SignedIn | null> {
  for (const { scope, environmentKey } of environments) {
    const session = await readHostedSession(cookies, scope);
    if (!session) continue;
    const { sessionId, userId } = session;
    const actor = { type: "user", id: userId } as const;
    const caller = { ...scope, environmentKey, actor, context };
    return { caller, owner: { userId, appId: null }, sessionId };
  }
  return null;
}
