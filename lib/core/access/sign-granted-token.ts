import type { AccessGrant } from "@/lib/core/access/access";
import { signUserToken, USER_TOKEN_SECONDS } from "@/lib/core/access/user-token";
import { absoluteExpiry, authenticationOf, type SessionFacts } from "@/lib/core/sessions/session";
import type { MachineCaller } from "@/lib/kernel/caller";
import { now } from "@/lib/kernel/clock";

/** Signs the user token of a grant. It never outlives the session it came from.
 *  @param appId its audience */
export async function signGrantedToken(
  caller: Pick<MachineCaller, "tenantPublicId" | "environmentKey">,
  facts: SessionFacts,
  appId: string,
  grant: AccessGrant,
): Promise<{ accessToken: string; expiresInSeconds: number }> {
  const at = now();
  const left = (absoluteExpiry(facts.session, facts.policy).getTime() - at.getTime()) / 1000;
  const expiresInSeconds = Math.max(1, Math.min(USER_TOKEN_SECONDS, Math.floor(left)));
  const content = {
    userId: facts.user.id,
    sessionId: facts.session.id,
    appId,
    tenantPublicId: caller.tenantPublicId,
    environmentKey: caller.environmentKey,
    ...authenticationOf(facts, at),
    grant,
  };
  return { accessToken: await signUserToken(content, at, expiresInSeconds), expiresInSeconds };
}
