import {
  beginCeremony,
  newChallenge,
  readCeremony,
  spendCeremony,
} from "@/lib/core/factors/ceremony";
import { type Passkey, passkeyMethods } from "@/lib/core/factors/passkey";
import { type PasskeyRequestOptions, requestOptions } from "@/lib/core/factors/passkey-options";
import type { PasskeyAuthenticationResponse } from "@/lib/core/factors/passkey-response";
import { findPasskey, notePasskeyUse } from "@/lib/core/factors/passkey-store";
import {
  hostedRelyingParty,
  noRelyingParty,
  type RelyingParty,
} from "@/lib/core/factors/relying-party";
import { verifyPasskey } from "@/lib/core/factors/verify-passkey";
import type { LoginChannel, LoginEnd } from "@/lib/core/login/completed-login";
import { readSignInFacts } from "@/lib/core/login/factor-facts";
import { finishWithDevice } from "@/lib/core/login/finish-with-device";
import { accountBrakes, inLoginQueue } from "@/lib/core/login/login-brake";
import { assertEachLeased, takeLoginLeases } from "@/lib/core/login/login-leases";
import { observedSignIn } from "@/lib/core/login/observed-sign-in";
import { recordCopiedPasskey } from "@/lib/core/login/record-copied-passkey";
import { refuseLogin } from "@/lib/core/login/refuse-login";
import { relyingPartyOf } from "@/lib/core/login/relying-party-of";
import { requireEnrolment } from "@/lib/core/login/require-enrolment";
import { spendChallenge } from "@/lib/core/login/try-code";
import { type Proof, whatToShow } from "@/lib/core/login/what-to-show";
import { type CodeRow, UNKNOWN_USER_ID } from "@/lib/core/one-time-codes/code";
import { takeChallengeTry } from "@/lib/core/one-time-codes/login-code-store";
import type { SecurityPolicy } from "@/lib/core/security-policy/security-policy";
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
import { rollBackOnNull } from "@/lib/kernel/db/undone-by-null";
import { releaseLeases } from "@/lib/kernel/rate-limits/failure-leases";

/** Lifetime of a passkey challenge, in seconds (contract, Factors). */
const PASSKEY_SECONDS = 5 * 60;

/** A started sign-in by passkey. Its user is not known yet. */
export interface PasskeyLogin {
  token: string;
  options: PasskeyRequestOptions;
  expiresAt: Date;
}

/** A proof as a client presents it. */
export interface PasskeyAttempt {
  /** Token of the options, or of the challenge of a sign-in whose password was right. */
  token: string;
  /** The browser's sign-in to which the options are bound; "" where a tenant's backend holds them. */
  boundTo: string;
  response: PasskeyAuthenticationResponse;
  rememberDevice: boolean;
  deviceName: string | null;
  channel: LoginChannel;
}

/** Starts a sign-in by passkey on the hosted pages. It executes no statement.
 *  @param boundTo the sign-in of the browser */
export function beginHostedPasskeyLogin(caller: Caller, boundTo: string): PasskeyLogin {
  return begin(caller, hostedRelyingParty(), boundTo);
}

/** Starts a sign-in by passkey on a tenant's own page. The response is the same for every address.
 *  @throws ServiceError `unprocessable` when the environment has no relying party */
export async function beginPasskeyLogin(caller: Caller): Promise<PasskeyLogin> {
  const rp = await inBatch(caller, (db) => relyingPartyOf(db, "direct"));
  if (!rp) throw noRelyingParty();
  return begin(caller, rp, "");
}

/** Whether a sign-in by passkey has expired, so that another one has to start. */
export function isPasskeyLoginOver(scope: TenantScope, boundTo: string, token: string): boolean {
  return readCeremony(scope, "passkeyAuthentication", boundTo, token) === null;
}

function begin(caller: Caller, rp: RelyingParty, boundTo: string): PasskeyLogin {
  const challenge = newChallenge();
  const ceremony = beginCeremony(caller, "passkeyAuthentication", boundTo, { challenge });
  return { ...ceremony, options: requestOptions(rp, challenge, []) };
}

/** Stored facts against which a proof is verified. */
interface Known {
  policy: SecurityPolicy;
  rp: RelyingParty | null;
  key: Passkey | null;
  user: User | null;
}

/** Signs a user in by a passkey: alone, which with user verification is both factors, or as the second
 *  step after a password. An unknown passkey, a wrong proof, one from a copied authenticator, and options
 *  that are expired or another browser's are one refusal, and cost the same.
 *  @throws ServiceError `invalid_credentials`, `login_temporarily_locked`, `service_overloaded` */
export async function loginByPasskey(caller: Caller, attempt: PasskeyAttempt): Promise<LoginEnd> {
  const stage = { channel: attempt.channel, factor: "passkey" } as const;
  return observedSignIn(caller, stage, async () => {
    const known = await readKnown(caller, attempt);
    const email = known.user?.email ?? `${attempt.response.id}@nobody`;
    return inLoginQueue(caller, { email, token: attempt.token }, () =>
      tryPasskey(caller, attempt, known, email),
    );
  });
}

function readKnown(caller: Caller, { response, channel }: PasskeyAttempt): Promise<Known> {
  const credentialId = Buffer.from(response.id, "base64url");
  return inTransaction(caller, async (db) => {
    const [policy, rp, key] = await Promise.all([
      readSecurityPolicy(db),
      relyingPartyOf(db, channel),
      findPasskey(db, credentialId),
    ]);
    return { policy, rp, key, user: await findUser(db, key?.userId ?? UNKNOWN_USER_ID) };
  });
}

async function tryPasskey(
  caller: Caller,
  attempt: PasskeyAttempt,
  known: Known,
  email: string,
): Promise<LoginEnd> {
  const at = now();
  const brakes = accountBrakes(caller, known.policy, email);
  const leases = await inBatch(caller, (db) => takeLoginLeases(db, brakes));
  await assertEachLeased(brakes, leases);
  const success = await judge(caller, attempt, known, at).catch(async (error: unknown) => {
    // Nothing was verified.
    await releaseLeases(leases);
    throw error;
  });
  if (!success)
    return refuseLogin(caller, leases, {
      userId: known.user?.id ?? null,
      method: "passkey",
      channel: attempt.channel,
      at,
    });
  await releaseLeases(leases);
  return success;
}

async function judge(
  caller: Caller,
  attempt: PasskeyAttempt,
  known: Known,
  at: Date,
): Promise<LoginEnd | null> {
  const { rp, key, policy, user } = known;
  const stage = await openStage(caller, attempt, known, at);
  const proof =
    rp &&
    (await verifyPasskey(attempt.response, stage?.challenge ?? newChallenge(), {
      rp,
      key,
      ofUser: stage?.pending === null,
    }));
  if (!stage || !proof || !key || !maySignIn(user)) return null;
  let copied = false;
  const success = await stage.spend(async (db, held) => {
    copied = !(await notePasskeyUse(db, key.id, { ...proof, at }));
    return copied ? null : finish(db, caller, { user: held, attempt, policy, key, stage, at });
  });
  if (copied) await inBatch(caller, (db) => recordCopiedPasskey(db, key, proof, caller));
  return success;
}

/** Stage of the sign-in at which a proof is presented. */
interface Stage {
  challenge: string;
  /** The challenge of a sign-in whose password was right; null for a passkey alone. */
  pending: CodeRow | null;
  /** Spends what the proof answers, in the transaction of `lead`; rolled back when `lead` returns null. */
  spend: <T>(lead: (db: Queryable, user: User) => Promise<T | null>) => Promise<T | null>;
}

async function openStage(
  caller: Caller,
  { token, boundTo, channel }: PasskeyAttempt,
  { user }: Known,
  at: Date,
): Promise<Stage | null> {
  const userId = user?.id ?? UNKNOWN_USER_ID;
  if (token.startsWith("alc_")) {
    const subject = { userId, purpose: "login", sessionId: null } as const;
    const row = await inBatch(caller, (db) =>
      takeChallengeTry(db, subject, hashSecret(token), at, PASSKEY_SECONDS),
    );
    const { challenge, channel: challengeChannel } = row?.payload.data ?? {};
    if (!row || typeof challenge !== "string" || challengeChannel !== channel) return null;
    return {
      challenge,
      pending: row,
      spend: (lead) => spendChallenge(caller, row, userId, at, lead),
    };
  }
  const ceremony = readCeremony(caller, "passkeyAuthentication", boundTo, token);
  if (!ceremony) return null;
  return {
    challenge: ceremony.content.challenge,
    pending: null,
    spend: (lead) =>
      rollBackOnNull(caller, async (db) => {
        const held = await lockUser(db, userId);
        if (!maySignIn(held) || !(await spendCeremony(db, ceremony))) return null;
        return lead(db, held);
      }),
  };
}

async function finish(
  db: Queryable,
  caller: Caller,
  {
    user,
    attempt,
    policy,
    key,
    stage,
    at,
  }: {
    user: User;
    attempt: PasskeyAttempt;
    policy: SecurityPolicy;
    key: Passkey;
    stage: Stage;
    at: Date;
  },
): Promise<LoginEnd | null> {
  const { channel } = attempt;
  const method = "passkey";
  const proofs: Proof[] = stage.pending ? ["password", method] : [method];
  const facts = await readSignInFacts(db, { user, policy, channel }, at);
  const next = whatToShow(facts, { proofs }, "sign_in");
  const amr = [...(stage.pending ? ["pwd"] : []), ...passkeyMethods(key)];
  if (next.answer === "enrol")
    return requireEnrolment(db, caller, { user, methods: next.methods, channel, amr, at });
  if (next.answer !== "grant") return null;
  const login = { userId: user.id, authTime: at, amr, trustedDeviceId: null, kind: null };
  const remembered = attempt.rememberDevice ? attempt.deviceName : undefined;
  const finished = { user, policy, channel, login, method, remembered } as const;
  return { status: "grant", ...(await finishWithDevice(db, caller, finished)) };
}
