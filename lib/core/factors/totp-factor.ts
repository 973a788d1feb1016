import type {
  AddedByUser,
  ChallengeRequest,
  PresentedCode,
  TypedFactor,
} from "@/lib/core/factors/factor";
import { openChallenge } from "@/lib/core/factors/issue-code";
import { matchingStep, TOTP_DIGITS, unsealTotpSecret } from "@/lib/core/factors/totp";
import { findTotps, takeTotpStep } from "@/lib/core/factors/totp-store";
import type { Queryable } from "@/lib/kernel/db/queryable";

const amr = ["otp", "mfa"];

/** An authenticator app. A second app is a spare telephone; each further one makes a guess more likely to
 *  be right. */
export const totp = {
  method: "totp",
  signInName: "totp",
  stepUpName: "totp",
  digits: TOTP_DIGITS,
  amr,
  most: 2,
  plural: "authenticator apps",
  isUsable: () => true,
  isAddable: () => true,
  begin: async (db: Queryable, request: ChallengeRequest) => ({
    type: "totp",
    ...(await openChallenge(db, request)),
    codeLength: TOTP_DIGITS,
  }),
  verify: async ({ code }: Pick<PresentedCode, "code">) => ({
    amr,
    redeem: (db, user, { at }) => redeemTotp(db, user.id, code, at),
  }),
} satisfies TypedFactor<"totp"> & AddedByUser<"totp">;

/** Redeems a code of one of a user's authenticator apps. Each step of each app works once, also in parallel.
 *  @returns false for a code that is wrong or was used */
async function redeemTotp(db: Queryable, userId: string, code: string, at: Date): Promise<boolean> {
  for (const { id, sealedSecret } of await findTotps(db, userId)) {
    const step = matchingStep(unsealTotpSecret(id, sealedSecret), code, at);
    if (step !== null && (await takeTotpStep(db, id, step, at))) return true;
  }
  return false;
}
