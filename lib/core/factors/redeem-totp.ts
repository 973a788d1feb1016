import { matchingStep, unsealTotpSecret } from "@/lib/core/factors/totp";
import { findTotps, takeTotpStep } from "@/lib/core/factors/totp-store";
import type { Queryable } from "@/lib/kernel/db/queryable";

/** Redeems a code of one of a user's authenticator apps. Each step of each app works once, also in parallel.
 *  @returns the app's id; null for a code that is wrong or was used */
export async function redeemTotp(
  db: Queryable,
  userId: string,
  code: string,
  at: Date,
): Promise<string | null> {
  for (const { id, sealedSecret } of await findTotps(db, userId)) {
    const step = matchingStep(unsealTotpSecret(id, sealedSecret), code, at);
    if (step !== null && (await takeTotpStep(db, id, step, at))) return id;
  }
  return null;
}
