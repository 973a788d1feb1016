import { inTenant } from "@/lib/db";
import type { CookieReader } from "@/lib/oidc/cookies";
import type { HostedInteraction } from "@/lib/oidc/hosted-login";
import { readHostedSession } from "@/lib/oidc/hosted-session";
import { namesSomebodyElse } from "@/lib/oidc/interaction-policy";
import { findUser } from "@/lib/users/user-store";

/** Who a browser is signed in as while a sign-in waits in it. */
export interface SignedInHere {
  userId: string;
  email: string;
  /** The application asks for another account. */
  otherAsked: boolean;
  /** A path of ours: with nothing more to ask, the sign-in goes on there as this user. */
  goesOnAt: string;
}

/** Who is signed in here by now, in another tab say. The page of a sign-in that waits has nothing to ask them,
 *  unless the application asks for somebody else.
 *  @returns null when nobody is */
export async function signedInHere(
  { uid, scope, client, params }: HostedInteraction,
  cookies: CookieReader,
): Promise<SignedInHere | null> {
  const session = await readHostedSession(cookies, scope);
  const user = session && (await inTenant(scope, (t) => findUser(t, session.userId)));
  if (!user) return null;
  const { loginHint } = params;
  return {
    userId: user.id,
    email: user.email,
    otherAsked: loginHint !== null && namesSomebodyElse(loginHint, user),
    goesOnAt: `/oauth/authorize/${uid}?${new URLSearchParams({ client: client.clientId })}`,
  };
}
