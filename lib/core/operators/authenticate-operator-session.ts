import { isHeldForFactor } from "@/lib/core/administrators/factor-duty";
import { readOidcClient } from "@/lib/core/oidc-clients/oidc-client-store";
import { findPayload, type PayloadContent } from "@/lib/core/oidc-payloads/oidc-payload-store";
import type { OperatorCaller } from "@/lib/core/operators/authenticate-operator-token";
import { COMMAND_LINE } from "@/lib/core/operators/command-line-client";
import { operatorSince } from "@/lib/core/platform/operator-store";
import { readPlatform } from "@/lib/core/platform/platform-store";
import { isActivityDue } from "@/lib/core/sessions/present-activity";
import { isSignedIn } from "@/lib/core/sessions/session";
import { findHostedSession } from "@/lib/core/sessions/session-store";
import { noteActivity } from "@/lib/core/sessions/session-use-store";
import { findUser } from "@/lib/core/users/user-store";
import { now } from "@/lib/kernel/clock";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { ServiceError } from "@/lib/kernel/errors";

/** Returns the operator who signed in from a command line, by the resulting access token, or null for any
 *  other token: also once the session was ended, has expired or was idle, and when its user is no operator
 *  any more.
 *  @throws ServiceError `forbidden` for an operator who lacks a factor after the period in which none is
 *  required */
export async function authenticateOperatorSession(
  token: string,
): Promise<Omit<OperatorCaller, "context"> | null> {
  const platform = await readPlatform();
  if (!platform) return null;
  const at = now();
  const found = await inTransaction(platform, async (db) => {
    const stored = await findPayload(db, "AccessToken", token);
    const named = stored && usable(stored.content, at);
    if (!named) return null;
    const [client, facts, since, owner] = await Promise.all([
      readOidcClient(db, named.clientId),
      findHostedSession(db, named.sessionUid),
      operatorSince(db, named.userId),
      findUser(db, named.userId),
    ]);
    if (client?.key !== COMMAND_LINE || !since || !owner) return null;
    if (!facts || facts.user.id !== named.userId || !isSignedIn(facts, at)) return null;
    if (isActivityDue(facts, at)) await noteActivity(db, facts.session.id, at);
    return { facts, owner, isHeld: isHeldForFactor(owner, facts.policy, since, at) };
  });
  if (!found) return null;
  const { facts, owner, isHeld } = found;
  if (isHeld)
    throw new ServiceError("forbidden", {
      detail: "Operators need a passkey or an authenticator app here: add one in the dashboard.",
    });
  return {
    tenantId: platform.tenantId,
    environmentId: platform.environmentId,
    environmentKey: "platform",
    countedBy: facts.session.id,
    onlyTenant: null,
    actor: { type: "operator", id: owner.id, name: owner.email },
  };
}

/** Returns the contents of an access token that has not expired. A token bound to a key is not accepted as
 *  a bearer token. */
function usable(content: PayloadContent, at: Date) {
  const { accountId, clientId, sessionUid, exp, jkt } = content;
  const texts = [accountId, clientId, sessionUid].map((one) =>
    typeof one === "string" ? one : "",
  );
  const [userId = "", client = "", uid = ""] = texts;
  if (texts.includes("") || jkt !== undefined || Number(exp) * 1000 <= at.getTime()) return null;
  return { userId, clientId: client, sessionUid: uid };
}
