import type { Redeemer, TypedMethod, VerifiedProof } from "@/lib/core/factors/factor";
import { factors } from "@/lib/core/factors/factors";
import { redeemProof } from "@/lib/core/factors/redeem-proof";
import { CODE_LIFETIME_SECONDS, CODE_TRIES, type CodeRow } from "@/lib/core/one-time-codes/code";
import {
  type CodeSubject,
  consumeLoginCode,
  findOpenCode,
  takeChallengeTry,
} from "@/lib/core/one-time-codes/login-code-store";
import { emailKeyOf } from "@/lib/core/users/email";
import { maySignIn } from "@/lib/core/users/may-sign-in";
import type { User } from "@/lib/core/users/user";
import { lockUser } from "@/lib/core/users/user-store";
import type { TenantScope } from "@/lib/kernel/caller";
import { now } from "@/lib/kernel/clock";
import { hashSecret } from "@/lib/kernel/crypto/secrets";
import { inBatch } from "@/lib/kernel/db/batch";
import type { Queryable } from "@/lib/kernel/db/queryable";
import { bucketKey, takePoint } from "@/lib/kernel/rate-limits/limiter";

interface PresentedCode extends CodeSubject {
  /** The address the code must have been sent to: the user's own. */
  email: string;
  code: string;
  /** Type of the code; null for the type that the challenge requires. */
  method: TypedMethod | null;
  /** Without it the tries are counted for the address (contract, Request-time bodies). */
  challengeToken: string | null;
}

/** A challenge that was redeemed. */
export interface Redeemed {
  user: User;
  method: TypedMethod;
  amr: string[];
  payload: Record<string, unknown>;
  at: Date;
}

/** Redeems a code of any kind. The try is counted and committed before the code is verified. When it is
 *  right, the challenge is spent and `lead` runs, in one transaction: of any number of parallel redemptions
 *  one succeeds.
 *  @returns null for a code that is wrong, spent, withdrawn, expired or was never sent, and when `lead`
 *  finds that the user may not continue */
export async function redeemCode<T>(
  scope: TenantScope,
  presented: PresentedCode,
  { actor, context }: Omit<Redeemer, "at">,
  lead: (db: Queryable, redeemed: Redeemed) => Promise<T | null>,
): Promise<T | null> {
  const at = now();
  const row = await openChallenge(scope, presented, at);
  if (!row) return null;
  const { userId, email, code } = presented;
  const method = presented.method ?? typeOf(row);
  const proof: VerifiedProof | null = await factors[method].verify({ row, email, code });
  if (!proof) return null;
  return redeemProof(
    scope,
    { proof, by: { actor, context, at } },
    (db) => spendChallenge(db, row, userId, at),
    (db, user) => lead(db, { user, method, amr: proof.amr, payload: row.payload.data, at }),
  );
}

/** Spends an open challenge.
 *  @returns the user, locked; null when the challenge is spent or the user may not sign in */
export async function spendChallenge(
  db: Queryable,
  row: Pick<CodeRow, "id">,
  userId: string,
  at: Date,
): Promise<User | null> {
  const user = await lockUser(db, userId);
  return maySignIn(user) && (await consumeLoginCode(db, row.id, at)) ? user : null;
}

/** Returns the type of code that a challenge requires. A challenge of an earlier version requires the
 *  mailed code. */
function typeOf({ payload: { data } }: CodeRow): TypedMethod {
  return data.type === "totp" || data.type === "recovery_code" ? data.type : "email_otp";
}

async function openChallenge(scope: TenantScope, presented: PresentedCode, at: Date) {
  const { challengeToken } = presented;
  if (challengeToken !== null)
    return inBatch(scope, (db) => takeChallengeTry(db, presented, hashSecret(challengeToken), at));
  if (!(await takeAddressTry(scope, presented))) return null;
  return inBatch(scope, (db) => findOpenCode(db, presented, at));
}

/** Takes one of the tries that an address has for codes that come without their challenge. They are
 *  counted separately, so that an attacker who knows the address can't spend those of the open login.
 *  @returns whether one was left */
async function takeAddressTry(
  { environmentId }: TenantScope,
  { email, purpose, sessionId }: PresentedCode,
): Promise<boolean> {
  const key = bucketKey(environmentId, purpose, sessionId ?? "", emailKeyOf(email));
  const budget = { name: "login-code", points: CODE_TRIES, seconds: CODE_LIFETIME_SECONDS };
  return (await takePoint(budget, key)).allowed;
}
