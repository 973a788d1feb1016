import { z } from "zod";
import { findApp } from "@/lib/apps/app-store";
import type { Caller } from "@/lib/caller";
import { now } from "@/lib/clock";
import { hashSecret } from "@/lib/crypto/secrets";
import { inTenant, type TenantTransaction } from "@/lib/db";
import { ServiceError } from "@/lib/errors";
import type { OneTimeSecret } from "@/lib/one-time/one-time-secret";
import { consumeOneTimeSecret } from "@/lib/one-time/one-time-store";
import { createSession } from "@/lib/sessions/create-session";
import { freshActivityToken } from "@/lib/sessions/present-activity";
import type { SessionFacts } from "@/lib/sessions/session";
import { readSession } from "@/lib/sessions/session-store";

/** What a login left in its grant. */
const grantPayload = z.object({
  authTime: z.coerce.date(),
  amr: z.array(z.string()),
  trustedDeviceId: z.string().nullable(),
  kind: z.enum(["invitation", "password_reset"]).nullable(),
});

export interface ExchangedGrant extends SessionFacts {
  activityToken: string;
  /** What led to the sign-in, when it was a link and not a login. */
  kind: "invitation" | "password_reset" | null;
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
  const exchanged = await inTenant(caller, async (transaction) => {
    const consumed = await consumeOneTimeSecret(transaction, ["grant"], hashSecret(grant), now());
    if (!consumed) return null;
    if (appId && !(await findApp(transaction, appId)))
      throw new ServiceError("unprocessable", {
        detail: "app_id: names no app of this environment.",
      });
    return beginSession(transaction, caller, consumed, appId);
  });
  if (!exchanged)
    throw new ServiceError("invalid_credentials", { detail: "The grant is not valid." });
  const { kind, facts } = exchanged;
  const activityToken = await freshActivityToken(facts, facts.session.lastActiveAt);
  return { ...facts, activityToken, kind };
}

/** The new session, or null when its user may not sign in: then the grant stays spent. */
async function beginSession(
  transaction: TenantTransaction,
  { context }: Caller,
  { userId, payload }: OneTimeSecret,
  appId: string | null,
): Promise<{ facts: SessionFacts; kind: ExchangedGrant["kind"] } | null> {
  const { kind, ...login } = grantPayload.parse(payload);
  try {
    const signIn = { ...login, kind: "direct", userId, appId, context } as const;
    const { id } = await createSession(transaction, signIn);
    const facts = await readSession(transaction, id);
    return facts && { facts, kind };
  } catch (error) {
    if (error instanceof ServiceError && error.reason === "user_disabled") return null;
    throw error;
  }
}
