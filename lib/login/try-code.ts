import type { Actor, RequestContext, TenantScope } from "@/lib/caller";
import { now } from "@/lib/clock";
import { equalHashes, hashSecret } from "@/lib/crypto/secrets";
import { inBatch } from "@/lib/db/batch";
import type { Queryable } from "@/lib/db/queryable";
import { inTransaction } from "@/lib/db/transaction";
import { takeAddressTry } from "@/lib/login/take-address-try";
import { codeHash } from "@/lib/one-time-codes/code";
import {
  type CodeSubject,
  consumeLoginCode,
  findOpenCode,
  takeChallengeTry,
} from "@/lib/one-time-codes/login-code-store";
import { emailKeyOf } from "@/lib/users/email";
import { maySignIn } from "@/lib/users/may-sign-in";
import { recordEmailProof } from "@/lib/users/record-email-proof";
import type { User } from "@/lib/users/user";
import { lockUser } from "@/lib/users/user-store";

interface PresentedCode extends CodeSubject {
  /** The address the code must have been sent to: the user's own. */
  email: string;
  code: string;
  /** Without it the tries are counted for the address (contract, Request-time bodies). */
  challengeToken: string | null;
}

/** Tries a code. The try is counted and committed before the code is looked at. When it is right, the code is
 *  consumed, the address is recorded as proven, and `redeem` runs, all in one transaction: of any number of
 *  parallel redemptions one gets its answer.
 *  @returns null for a code that is wrong, spent, withdrawn, expired or was never sent, and when `redeem`
 *  finds that the user may not go on */
export async function tryCode<T>(
  scope: TenantScope,
  presented: PresentedCode,
  by: { actor: Actor; context: RequestContext },
  redeem: (
    db: Queryable,
    redeemed: { user: User; payload: Record<string, unknown>; at: Date },
  ) => Promise<T | null>,
): Promise<T | null> {
  const at = now();
  const row = await openCode(scope, presented, at);
  const expected = row && codeHash(row.id, emailKeyOf(presented.email), presented.code);
  if (!row || !expected || !equalHashes(expected, row.codeHash)) return null;
  return inTransaction(scope, async (db) => {
    const user = await lockUser(db, presented.userId);
    if (!maySignIn(user)) return null;
    if (!(await consumeLoginCode(db, row.id, at))) return null;
    await recordEmailProof(db, user, "service_otp", { ...by, at });
    return redeem(db, { user, payload: row.payload.data, at });
  });
}

async function openCode(scope: TenantScope, presented: PresentedCode, at: Date) {
  const { challengeToken } = presented;
  if (challengeToken !== null)
    return inBatch(scope, (db) => takeChallengeTry(db, presented, hashSecret(challengeToken), at));
  if (!(await takeAddressTry(scope, presented))) return null;
  return inBatch(scope, (db) => findOpenCode(db, presented, at));
}
