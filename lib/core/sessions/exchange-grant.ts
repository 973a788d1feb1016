import { findApp } from "@/lib/core/apps/app-store";
import { findLiveOneTimeSecret } from "@/lib/core/one-time/one-time-store";
import { beginSessionByGrant, type GrantKind } from "@/lib/core/sessions/exchange-store";
import { freshActivityToken } from "@/lib/core/sessions/present-activity";
import type { SessionFacts } from "@/lib/core/sessions/session";
import { readSession } from "@/lib/core/sessions/session-store";
import type { Caller } from "@/lib/kernel/caller";
import { now } from "@/lib/kernel/clock";
import { hashSecret } from "@/lib/kernel/crypto/secrets";
import { inBatch } from "@/lib/kernel/db/batch";
import { ServiceError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { describeAgent } from "@/lib/kernel/process/describe-agent";

export interface ExchangedGrant extends SessionFacts {
  activityToken: string;
  kind: GrantKind;
}

/** Turns a login's one-time grant into a direct session, once: of parallel attempts one succeeds, and
 *  another environment's attempt does not spend it.
 *  @param appId binds the session to that app
 *  @throws ServiceError `invalid_credentials` for a grant that is spent, expired, foreign or unknown, and
 *  when the user was suspended since the login, which only the tenant may know; `unprocessable` for an app
 *  that is not in the environment, which leaves the grant unspent */
export async function exchangeGrant(
  caller: Caller,
  grant: string,
  appId: string | null,
): Promise<ExchangedGrant> {
  const secretHash = hashSecret(grant);
  const session = newSession(caller, appId);
  const [kind, facts] = await inBatch(caller, (db) =>
    Promise.all([
      beginSessionByGrant(db, secretHash, caller.context, session),
      readSession(db, session.id),
    ]),
  );
  if (kind === undefined || !facts) throw await refusal(caller, secretHash, appId);
  const activityToken = await freshActivityToken(facts, facts.session.lastActiveAt);
  return { ...facts, activityToken, kind };
}

function newSession({ context: { ipAddress, userAgent } }: Caller, appId: string | null) {
  const { name: deviceName, platform } = describeAgent(userAgent);
  return { id: newId(), appId, ipAddress, userAgent, deviceName, platform, at: now() };
}

/** Returns why no session started. Only the bearer of a valid grant learns about the app. */
async function refusal(
  caller: Caller,
  secretHash: Buffer<ArrayBuffer>,
  appId: string | null,
): Promise<ServiceError> {
  if (appId !== null && (await isAboutApp(caller, secretHash, appId)))
    return new ServiceError("unprocessable", {
      detail: "app_id: names no app of this environment.",
    });
  return new ServiceError("invalid_credentials", { detail: "The grant is not valid." });
}

async function isAboutApp(
  caller: Caller,
  secretHash: Buffer<ArrayBuffer>,
  appId: string,
): Promise<boolean> {
  const [grant, app] = await inBatch(caller, (db) =>
    Promise.all([findLiveOneTimeSecret(db, ["grant"], secretHash, now()), findApp(db, appId)]),
  );
  return grant !== null && app === null;
}
