import type { NamedEnvironment } from "@/app/(hosted)/_place/environments";
import type { Visit } from "@/lib/core/oidc/pages/hosted-page";
import { readHostedSession } from "@/lib/core/oidc/session/hosted-session";
import type { AccountOwner } from "@/lib/core/sessions/open-session-store";
import type { Caller } from "@/lib/kernel/caller";

/** The person this browser is signed in as, able to act for themselves and nobody else. */
export interface SignedIn {
  caller: Caller;
  /** All of their sessions, of whatever app. */
  owner: AccountOwner;
  sessionId: string;
}

/** Who is signed in to this tenant here.
 *  @returns null when nobody is */
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
