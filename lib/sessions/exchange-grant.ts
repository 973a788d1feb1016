import { findApp } from "@/lib/apps/app-store";
import type { Caller } from "@/lib/caller";
import { now } from "@/lib/clock";
import { hashSecret } from "@/lib/crypto/secrets";
import { inTenant } from "@/lib/db";
import { ServiceError } from "@/lib/errors";
import { findLiveOneTimeSecret } from "@/lib/one-time/one-time-store";
import { beginSessionByGrant, type GrantKind } from "@/lib/sessions/exchange-store";
import { freshActivityToken } from "@/lib/sessions/present-activity";
import type { SessionFacts } from "@/lib/sessions/session";

export interface ExchangedGrant extends SessionFacts {
  activityToken: string;
  kind: GrantKind;
}

/** Turns a login's one-time grant into a direct session, once: of parallel attempts one wins, and another
 *  environment's attempt does not spend it.
 *  @param appId binds the session to that app
 *  @throws ServiceError `invalid_credentials` for a grant that is spent, expired, foreign or unknown, and
 *  when the user was suspended since the login, which is nobody's business but the tenant's;
 *  `unprocessable` for an app that is not in the environment, which leaves the grant unspent */
export async function exchangeGrant(
  caller: Caller,
  grant: string,
  appId: string | null,
): Promise<ExchangedGrant> {
  const secretHash = hashSecret(grant);
  const at = now();
  const exchanged = await beginSessionByGrant(caller, { secretHash, appId }, caller.context, at);
  if (!exchanged) throw await refusal(caller, secretHash, appId);
  const { kind, facts } = exchanged;
  const activityToken = await freshActivityToken(facts, facts.session.lastActiveAt);
  return { ...facts, activityToken, kind };
}

/** Only whoever holds a grant that is still good is told about the app. */
async function refusal(
  caller: Caller,
  secretHash: Buffer<ArrayBuffer>,
  appId: string | null,
): Promise<ServiceError> {
  const isAboutApp =
    appId !== null &&
    (await inTenant(
      caller,
      async (t) =>
        (await findLiveOneTimeSecret(t, ["grant"], secretHash, now())) !== null &&
        (await findApp(t, appId)) === null,
    ));
  return isAboutApp
    ? new ServiceError("unprocessable", { detail: "app_id: names no app of this environment." })
    : new ServiceError("invalid_credentials", { detail: "The grant is not valid." });
}
