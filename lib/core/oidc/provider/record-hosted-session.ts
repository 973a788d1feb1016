import type { AdapterPayload } from "oidc-provider";
import { mayNotSignIn } from "@/lib/core/oidc/provider/may-not-sign-in";
import { currentProviderRequest } from "@/lib/core/oidc/provider/provider-request";
import { createSession, type SignIn } from "@/lib/core/sessions/create-session";
import { addSessionClient } from "@/lib/core/sessions/session-client-store";
import { findHostedSession } from "@/lib/core/sessions/session-store";
import type { Queryable } from "@/lib/kernel/db/queryable";
import { ServiceError } from "@/lib/kernel/errors";

/** Records a signed-in browser in our own tables, in the transaction that stores the provider's session: one
 *  session for each sign-in, and each relying party that takes part, with its `sid`.
 *  @returns the id of our session; null when no user is signed in
 *  @throws AccessDenied when the user was suspended or deleted since they authenticated */
export async function recordHostedSession(
  db: Queryable,
  payload: AdapterPayload,
): Promise<string | null> {
  if (!payload.accountId || !payload.uid || !payload.loginTs) return null;
  const current = currentProviderRequest();
  const known = await findHostedSession(db, payload.uid);
  const { session } =
    known ??
    (await begin(db, {
      userId: payload.accountId,
      kind: "hosted",
      authTime: new Date(payload.loginTs * 1000),
      amr: payload.amr ?? [],
      context: current.context,
      oidcSessionUid: payload.uid,
      trustedDeviceId: current.trustedDeviceId,
    }));
  const parties = Object.entries(payload.authorizations ?? {});
  await Promise.all(
    parties.map(
      ([clientId, { sid, grantId }]) =>
        sid && addSessionClient(db, session.id, clientId, { sid, grantId }),
    ),
  );
  return session.id;
}

function begin(db: Queryable, signIn: SignIn) {
  return createSession(db, signIn).catch((error: unknown) => {
    if (error instanceof ServiceError && error.reason === "user_disabled") throw mayNotSignIn();
    throw error;
  });
}
