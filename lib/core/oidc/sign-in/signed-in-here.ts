import type { CookieReader } from "@/lib/core/oidc/http/cookies";
import { namesSomebodyElse } from "@/lib/core/oidc/provider/interaction-policy";
import { readHostedSession } from "@/lib/core/oidc/session/hosted-session";
import type { HostedInteraction } from "@/lib/core/oidc/sign-in/hosted-interaction";
import { findUser } from "@/lib/core/users/user-store";
import { inBatch } from "@/lib/kernel/db/batch";

/** Who a browser is signed in as while a sign-in waits in it. */
export interface SignedInHere {
  userId: string;
  email: string;
  /** Another account is asked for: by the application, or by the person. */
  otherAsked: "application" | "person" | null;
  /** Who is signed in here can't answer the request: the application means one other user. */
  mayGoOn: boolean;
}

/** Who has signed in in this browser while a sign-in waits in it, in another tab say. The page of the one that waits
 *  has nothing to ask them, unless somebody else is asked for.
 *  @returns null when nobody is */
export async function signedInHere(
  { scope, params, wantsAnother, meantUserId }: HostedInteraction,
  cookies: CookieReader,
): Promise<SignedInHere | null> {
  const session = await readHostedSession(cookies, scope);
  const user = session && (await inBatch(scope, (db) => findUser(db, session.userId)));
  if (!user) return null;
  const { loginHint } = params;
  const mayGoOn = meantUserId === null || meantUserId === user.id;
  const byApplication = !mayGoOn || (loginHint !== null && namesSomebodyElse(loginHint, user));
  return {
    userId: user.id,
    email: user.email,
    otherAsked: wantsAnother ? "person" : byApplication ? "application" : null,
    mayGoOn,
  };
}
