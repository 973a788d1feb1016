import type { FactorMethod } from "@/lib/core/factors/factor";
import { redeemRecoveryCode } from "@/lib/core/factors/redeem-recovery-code";
import { redeemTotp } from "@/lib/core/factors/redeem-totp";
import { takeAddressTry } from "@/lib/core/login/take-address-try";
import { type CodeRow, codeHash } from "@/lib/core/one-time-codes/code";
import {
  type CodeSubject,
  consumeLoginCode,
  findOpenCode,
  takeChallengeTry,
} from "@/lib/core/one-time-codes/login-code-store";
import { emailKeyOf } from "@/lib/core/users/email";
import { maySignIn } from "@/lib/core/users/may-sign-in";
import { recordEmailProof } from "@/lib/core/users/record-email-proof";
import type { User } from "@/lib/core/users/user";
import { lockUser } from "@/lib/core/users/user-store";
import type { Actor, RequestContext, TenantScope } from "@/lib/kernel/caller";
import { now } from "@/lib/kernel/clock";
import { equalHashes, hashSecret } from "@/lib/kernel/crypto/secrets";
import { inBatch } from "@/lib/kernel/db/batch";
import type { Queryable } from "@/lib/kernel/db/queryable";
import { rollBackOnNull } from "@/lib/kernel/db/undone-by-null";

/** A method whose proof is typed. */
export type TypedMethod = Exclude<FactorMethod, "passkey">;

interface PresentedCode extends CodeSubject {
  /** The address the code must have been sent to: the user's own. */
  email: string;
  code: string;
  /** Type of the code; null for the type that the challenge requires. */
  method: TypedMethod | null;
  /** Without it the tries are counted for the address (contract, Request-time bodies). */
  challengeToken: string | null;
}

/** The caller that presents a credential, and the request's context. */
export interface Presenter {
  actor: Actor;
  context: RequestContext;
}

/** A challenge that was redeemed. */
export interface Redeemed {
  user: User;
  method: TypedMethod;
  payload: Record<string, unknown>;
  at: Date;
}

/** Tries a code: a mailed one, an authenticator app's, or a recovery code. The try is counted and
 *  committed before the code is verified. When it is right, the challenge is spent, a mailed code is
 *  recorded as proof of the address, and `redeem` runs, all in one transaction: of any number of parallel
 *  redemptions one succeeds.
 *  @returns null for a code that is wrong, spent, withdrawn, expired or was never sent, and when `redeem`
 *  finds that the user may not continue */
export async function tryCode<T>(
  scope: TenantScope,
  presented: PresentedCode,
  by: Presenter,
  redeem: (db: Queryable, redeemed: Redeemed) => Promise<T | null>,
): Promise<T | null> {
  const at = now();
  const row = await openChallenge(scope, presented, at);
  if (!row) return null;
  const method = presented.method ?? typeOf(row);
  if (method === "email_otp" && !isMailedCode(row, presented)) return null;
  return spendChallenge(scope, row, presented.userId, at, async (db, user) => {
    if (!(await proves(db, method, user, presented.code, { ...by, at }))) return null;
    return redeem(db, { user, method, payload: row.payload.data, at });
  });
}

/** Spends an open challenge in the transaction of `lead`. Rolls back when `lead` returns null: a wrong
 *  code spends nothing. */
export function spendChallenge<T>(
  scope: TenantScope,
  row: Pick<CodeRow, "id">,
  userId: string,
  at: Date,
  lead: (db: Queryable, user: User) => Promise<T | null>,
): Promise<T | null> {
  return rollBackOnNull(scope, async (db) => {
    const user = await lockUser(db, userId);
    if (!maySignIn(user) || !(await consumeLoginCode(db, row.id, at))) return null;
    return lead(db, user);
  });
}

/** Returns the type of code that a challenge requires. A challenge of an earlier version requires the
 *  mailed code. */
function typeOf({ payload: { data } }: CodeRow): TypedMethod {
  return data.type === "totp" || data.type === "recovery_code" ? data.type : "email_otp";
}

function isMailedCode(row: CodeRow, { email, code }: PresentedCode): boolean {
  return equalHashes(codeHash(row.id, emailKeyOf(email), code), row.codeHash);
}

async function proves(
  db: Queryable,
  method: TypedMethod,
  user: User,
  code: string,
  by: Presenter & { at: Date },
): Promise<boolean> {
  if (method === "totp") return (await redeemTotp(db, user.id, code, by.at)) !== null;
  if (method === "recovery_code") return redeemRecoveryCode(db, user, code, by);
  await recordEmailProof(db, user, "service_otp", by);
  return true;
}

async function openChallenge(scope: TenantScope, presented: PresentedCode, at: Date) {
  const { challengeToken } = presented;
  if (challengeToken !== null)
    return inBatch(scope, (db) => takeChallengeTry(db, presented, hashSecret(challengeToken), at));
  if (!(await takeAddressTry(scope, presented))) return null;
  return inBatch(scope, (db) => findOpenCode(db, presented, at));
}
