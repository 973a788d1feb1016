import { type AdapterPayload, errors } from "oidc-provider";
import type { TenantTransaction } from "@/lib/db";
import { ServiceError } from "@/lib/errors";
import { currentExchange } from "@/lib/oidc/exchange";
import { addSessionClient, findHostedSession } from "@/lib/oidc/hosted-session-store";
import { createSession, type SignIn } from "@/lib/sessions/create-session";

/** Keeps our own record of a signed-in browser in step with the provider's session, in the transaction that
 *  stores it: a session for each sign-in, and each relying party that took part with its `sid`.
 *  @throws AccessDenied when the user was suspended or deleted since they proved who they are */
export async function recordHostedSession(
  transaction: TenantTransaction,
  payload: AdapterPayload,
): Promise<void> {
  if (!payload.accountId || !payload.uid || !payload.loginTs) return;
  const exchange = currentExchange();
  const known = await findHostedSession(transaction, payload.uid);
  const sessionId =
    known?.sessionId ??
    (
      await begin(transaction, {
        userId: payload.accountId,
        kind: "hosted",
        authTime: new Date(payload.loginTs * 1000),
        amr: payload.amr ?? [],
        context: exchange.context,
        oidcSessionUid: payload.uid,
        trustedDeviceId: exchange.trustedDeviceId ?? undefined,
      })
    ).id;
  for (const [clientId, { sid }] of Object.entries(payload.authorizations ?? {}))
    if (sid) await addSessionClient(transaction, sessionId, clientId, sid);
}

function begin(transaction: TenantTransaction, signIn: SignIn) {
  return createSession(transaction, signIn).catch((error: unknown) => {
    if (error instanceof ServiceError && error.reason === "user_disabled")
      throw new errors.AccessDenied("the user may not sign in");
    throw error;
  });
}
