import { readCeremony } from "@/lib/core/factors/ceremony";
import type { PasskeyChallenge } from "@/lib/core/factors/factor";
import { factors } from "@/lib/core/factors/factors";
import { beginPasskey, readPresented } from "@/lib/core/factors/passkey-factor";
import type { PasskeyAuthenticationResponse } from "@/lib/core/factors/passkey-response";
import { redeemProof } from "@/lib/core/factors/redeem-proof";
import { hostedRelyingParty, noRelyingParty } from "@/lib/core/factors/relying-party";
import { relyingPartyOf } from "@/lib/core/factors/relying-party-store";
import { spendCeremony } from "@/lib/core/factors/spent-ceremony-store";
import type { LoginEnd } from "@/lib/core/login/completed-login";
import { inLoginQueue } from "@/lib/core/login/login-brake";
import { observedSignIn } from "@/lib/core/login/observed-sign-in";
import { spendChallenge } from "@/lib/core/login/redeem-code";
import { admitProven, type FactorAttempt, proveWithLeases } from "@/lib/core/login/second-step";
import { UNKNOWN_USER_ID } from "@/lib/core/one-time-codes/code";
import { takeChallengeTry } from "@/lib/core/one-time-codes/login-code-store";
import { readSecurityPolicy } from "@/lib/core/security-policy/security-policy-store";
import { maySignIn } from "@/lib/core/users/may-sign-in";
import type { User } from "@/lib/core/users/user";
import { findUser, lockUser } from "@/lib/core/users/user-store";
import type { Caller, TenantScope } from "@/lib/kernel/caller";
import { now } from "@/lib/kernel/clock";
import { hashSecret } from "@/lib/kernel/crypto/secrets";
import { inBatch } from "@/lib/kernel/db/batch";
import type { Queryable } from "@/lib/kernel/db/queryable";
import { inTransaction } from "@/lib/kernel/db/transaction";

/** Lifetime of a passkey challenge, in seconds (contract, Factors). */
const PASSKEY_SECONDS = 5 * 60;

/** A proof as a client presents it. */
export interface PasskeyAttempt extends FactorAttempt {
  /** Token of the options, or of the challenge of a sign-in whose password was right. */
  token: string;
  /** The browser's sign-in to which the options are bound; "" where a tenant's backend holds them. */
  boundTo: string;
  response: PasskeyAuthenticationResponse;
}

/** Starts a sign-in by passkey on the hosted pages, of a user who is not known yet. It executes no
 *  statement.
 *  @param boundTo the sign-in of the browser */
export function beginHostedPasskeyLogin(caller: Caller, boundTo: string): PasskeyChallenge {
  const rp = hostedRelyingParty();
  return beginPasskey(caller, "passkeyAuthentication", boundTo, { rp, passkeys: [] });
}

/** Starts a sign-in by passkey on a tenant's own page. The response is the same for every address.
 *  @throws ServiceError `unprocessable` when the environment has no relying party */
export async function beginPasskeyLogin(caller: Caller): Promise<PasskeyChallenge> {
  const rp = await inBatch(caller, (db) => relyingPartyOf(db, "direct"));
  if (!rp) throw noRelyingParty();
  return beginPasskey(caller, "passkeyAuthentication", "", { rp, passkeys: [] });
}

/** Whether a sign-in by passkey has expired, so that another one has to start. */
export function isPasskeyLoginOver(scope: TenantScope, boundTo: string, token: string): boolean {
  return readCeremony(scope, "passkeyAuthentication", boundTo, token) === null;
}

/** Signs a user in by a passkey: alone, which with user verification is both factors, or as the second
 *  step after a password. An unknown passkey, a wrong proof, one from a copied authenticator, and options
 *  that are expired or another browser's are one refusal, and cost the same.
 *  @throws ServiceError `invalid_credentials`, `login_temporarily_locked`, `service_overloaded` */
export async function loginByPasskey(caller: Caller, attempt: PasskeyAttempt): Promise<LoginEnd> {
  const { channel, token } = attempt;
  const method = "passkey";
  return observedSignIn(caller, { channel, factor: factors[method].signInName }, async () => {
    const known = await readKnown(caller, attempt);
    const { policy, user } = known;
    const email = user?.email ?? `${attempt.response.id}@nobody`;
    const proving = { policy, email, userId: user?.id ?? null, method, channel } as const;
    return inLoginQueue(caller, { email, token }, () => {
      const at = now();
      return proveWithLeases(caller, { ...proving, at, mayExceedBrakes: false }, () =>
        redeem(caller, attempt, known, at),
      );
    });
  });
}

/** Stored facts against which a proof is verified. */
type Known = Awaited<ReturnType<typeof readKnown>>;

function readKnown(caller: Caller, { response, channel }: PasskeyAttempt) {
  return inTransaction(caller, async (db) => {
    const [policy, presented] = await Promise.all([
      readSecurityPolicy(db),
      readPresented(db, response, channel),
    ]);
    const userId = presented.key?.userId ?? UNKNOWN_USER_ID;
    return { ...presented, policy, user: await findUser(db, userId) };
  });
}

async function redeem(
  caller: Caller,
  attempt: PasskeyAttempt,
  { rp, key, policy, user: owner }: Known,
  at: Date,
): Promise<LoginEnd | null> {
  const stage = await openStage(caller, attempt, owner?.id ?? UNKNOWN_USER_ID, at);
  const proof = await factors.passkey.verify({
    response: attempt.response,
    challenge: stage?.challenge ?? null,
    rp,
    key,
    ofUser: stage?.isAfterPassword === false,
  });
  if (!stage || !proof || !maySignIn(owner)) return null;
  const { actor, context } = caller;
  const { isAfterPassword } = stage;
  const proven = {
    policy,
    attempt,
    method: "passkey",
    amr: proof.amr,
    isAfterPassword,
    at,
  } as const;
  return redeemProof(caller, { proof, by: { actor, context, at } }, stage.spend, (db, user) =>
    admitProven(db, caller, { ...proven, user }),
  );
}

/** Stage of the sign-in at which a proof is presented. */
interface Stage {
  challenge: string;
  /** Whether the password was right before; false for a passkey alone. */
  isAfterPassword: boolean;
  /** Spends the challenge.
   *  @returns the user, locked; null when it is spent or the user may not sign in */
  spend: (db: Queryable) => Promise<User | null>;
}

async function openStage(
  caller: Caller,
  { token, boundTo, channel }: PasskeyAttempt,
  userId: string,
  at: Date,
): Promise<Stage | null> {
  if (token.startsWith("alc_")) {
    const subject = { userId, purpose: "login", sessionId: null } as const;
    const row = await inBatch(caller, (db) =>
      takeChallengeTry(db, subject, hashSecret(token), at, PASSKEY_SECONDS),
    );
    const { challenge, channel: challengeChannel } = row?.payload.data ?? {};
    if (!row || typeof challenge !== "string" || challengeChannel !== channel) return null;
    const spend = (db: Queryable) => spendChallenge(db, row, userId, at);
    return { challenge, isAfterPassword: true, spend };
  }
  const ceremony = readCeremony(caller, "passkeyAuthentication", boundTo, token);
  if (!ceremony) return null;
  return {
    challenge: ceremony.content.challenge,
    isAfterPassword: false,
    spend: async (db) => {
      const user = await lockUser(db, userId);
      return maySignIn(user) && (await spendCeremony(db, ceremony)) ? user : null;
    },
  };
}
