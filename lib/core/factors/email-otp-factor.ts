import type { ChallengeRequest, PresentedCode, TypedFactor } from "@/lib/core/factors/factor";
import { issueCode } from "@/lib/core/factors/issue-code";
import { CODE_LENGTH, codeHash } from "@/lib/core/one-time-codes/code";
import { emailKeyOf } from "@/lib/core/users/email";
import { recordEmailProof } from "@/lib/core/users/record-email-proof";
import { equalHashes } from "@/lib/kernel/crypto/secrets";
import type { Queryable } from "@/lib/kernel/db/queryable";

const amr = ["otp"];

/** A code by email. Its challenge's row holds the code's hash; redeeming it proves the address. */
export const emailOtp = {
  method: "email_otp",
  signInName: "code",
  stepUpName: "otp",
  digits: CODE_LENGTH,
  amr,
  begin: async (db: Queryable, request: ChallengeRequest) => ({
    type: "email_otp",
    ...(await issueCode(db, request)),
  }),
  verify: async ({ row, email, code }: PresentedCode) =>
    equalHashes(codeHash(row.id, emailKeyOf(email), code), row.codeHash)
      ? {
          amr,
          redeem: async (db, user, by) => {
            await recordEmailProof(db, user, "service_otp", by);
            return true;
          },
        }
      : null,
} satisfies TypedFactor<"email_otp">;
