import type { CookieReader } from "@/lib/core/oidc/http/cookies";
import { namesAnotherUser } from "@/lib/core/oidc/provider/interaction-policy";
import { readHostedSession } from "@/lib/core/oidc/session/hosted-session";
import type { HostedInteraction } from "@/lib/core/oidc/sign-in/hosted-interaction";
import { findUser } from "@/lib/core/users/user-store";
import { inBatch } from "@/lib/kernel/db/batch";

/** The signed-in user of a browser in which a sign-in waits. */
export interface SignedInHere {
  userId: string;
  email: string;
  /** The request for another account: by the application, or by the person. */
  anotherRequestedBy: "application" | "person" | null;
  /** Whether the signed-in user can satisfy the request: false when the application requires another user. */
  mayGoOn: boolean;
}

/** Returns the user who signed in to this browser while a sign-in waits in it, for example in another tab.
 *  The waiting page then needs no input, unless another account is requested.
 *  @returns null when no user is signed in */
export async function signedInHere(
  { scope, params, wantsAnother, meantUserId }: HostedInteraction,
  cookies: CookieReader,
): Promise<SignedInHere | null> {
  const session = await readHostedSession(cookies, scope);
  const user = session && (await inBatch(scope, (db) => findUser(db, session.userId)));
  if (!user) return null;
  const { loginHint } = params;
  const mayGoOn = meantUserId === null || meantUserId === user.id;
  const byApplication = !mayGoOn || (loginHint !== null && namesAnotherUser(loginHint, user));
  return {
    userId: user.id,
    email: user.email,
    anotherRequestedBy: wantsAnother ? "person" : byApplication ? "application" : null,
    mayGoOn,
  };
}
