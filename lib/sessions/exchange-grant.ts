import { findApp } from "@/lib/apps/app-store";
import type { Caller } from "@/lib/caller";
import { now } from "@/lib/clock";
import { hashSecret } from "@/lib/crypto/secrets";
import { inBatch } from "@/lib/db/batch";
import type { Queryable } from "@/lib/db/queryable";
import { inTransaction } from "@/lib/db/transaction";
import { ServiceError } from "@/lib/errors";
import { consumeOneTimeSecret } from "@/lib/one-time/one-time-store";
import { createSession } from "@/lib/sessions/create-session";
import { freshActivityToken } from "@/lib/sessions/present-activity";
import type { SessionFacts } from "@/lib/sessions/session";

/** What led to a sign-in, when it was a link and not a login. */
export type GrantKind = "invitation" | "password_reset" | null;

export interface ExchangedGrant extends SessionFacts {
  activityToken: string;
  kind: GrantKind;
}

/** What a login leaves in its grant (lib/login/finish-login). */
interface GrantPayload {
  authTime: string;
  amr: string[];
  trustedDeviceId: string | null;
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
  const { facts, kind } = await inTransaction(caller, (db) =>
    exchange(db, caller, { secretHash, appId }),
  ).catch(async (error: unknown) => {
    if (!isUserDisabled(error)) throw error;
    // The grant of a user who may not sign in any more is spent all the same: it must not work when they come back.
    await inBatch(caller, (db) => consumeOneTimeSecret(db, ["grant"], secretHash, now()));
    throw invalidGrant();
  });
  const activityToken = await freshActivityToken(facts, facts.session.lastActiveAt);
  return { ...facts, activityToken, kind };
}

/** Every refusal is thrown, which undoes what was written: it leaves the grant as it was. */
async function exchange(
  db: Queryable,
  { context }: Caller,
  { secretHash, appId }: { secretHash: Buffer<ArrayBuffer>; appId: string | null },
): Promise<{ facts: SessionFacts; kind: GrantKind }> {
  const [spent, app] = await Promise.all([
    consumeOneTimeSecret(db, ["grant"], secretHash, now()),
    appId === null ? null : findApp(db, appId),
  ]);
  if (!spent) throw invalidGrant();
  // Only whoever holds a grant that is still good is told about the app.
  if (appId !== null && !app)
    throw new ServiceError("unprocessable", {
      detail: "app_id: names no app of this environment.",
    });
  const { authTime, amr, trustedDeviceId, kind } = spent.payload as unknown as GrantPayload;
  const facts = await createSession(db, {
    userId: spent.userId,
    kind: "direct",
    authTime: new Date(authTime),
    amr,
    trustedDeviceId,
    appId,
    context,
  });
  return { facts, kind };
}

function isUserDisabled(error: unknown): boolean {
  return error instanceof ServiceError && error.reason === "user_disabled";
}

function invalidGrant(): ServiceError {
  return new ServiceError("invalid_credentials", { detail: "The grant is not valid." });
}
