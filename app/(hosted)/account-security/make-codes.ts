import { pageAt } from "@/app/(hosted)/_place/place";
import { withFreshProof } from "@/app/(hosted)/account-security/ask-for-proof";
import { type OwnAccount, toAccount } from "@/app/(hosted)/account-security/own-account";
import { keepCodes } from "@/app/(hosted)/account-security/recovery-codes/kept-codes";
import { makeRecoveryCodes } from "@/lib/core/account-security/make-recovery-codes";
import { seeOther } from "@/lib/core/oidc/pages/hosted-page";
import { ServiceError } from "@/lib/kernel/errors";

/** Makes new recovery codes, once their owner has a fresh proof, and redirects to the page that shows
 *  them. */
export function makeCodes(own: OwnAccount): Promise<Response> {
  return withFreshProof(
    own,
    () => ({ to: "makeCodes" }),
    async () => {
      try {
        return toCodes(own, await makeRecoveryCodes(own.caller, own.sessionId, "hosted"));
      } catch (error) {
        // The last passkey or app is gone, so there is nothing to recover.
        if (error instanceof ServiceError && error.reason === "unprocessable")
          return toAccount(own);
        throw error;
      }
    },
  );
}

/** Redirects to the page that shows new recovery codes.
 *  @param result result that the page shows */
export function toCodes(
  own: OwnAccount,
  codes: string[],
  result: Record<string, string> = {},
): Response {
  const page = pageAt("/account-security/recovery-codes", own.place, result);
  return seeOther(page, [keepCodes(own, codes)]);
}
