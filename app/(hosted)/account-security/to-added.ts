import { toCodes } from "@/app/(hosted)/account-security/make-codes";
import { type OwnAccount, toAccount } from "@/app/(hosted)/account-security/own-account";
import type { AddedFactor } from "@/lib/core/account-security/add-factor";
import { ServiceError } from "@/lib/kernel/errors";

/** Continues after a factor was added: to the recovery codes that came with the first, or to account
 *  security. */
export function redirectAfterAdding(
  own: OwnAccount,
  { factor, recoveryCodes }: AddedFactor,
): Response {
  const result = { added: factor.type };
  return recoveryCodes ? toCodes(own, recoveryCodes, result) : toAccount(own, result);
}

/** Shows the page that adds a factor, or redirects to account security, which says why none can be added. */
export async function pageOrAccount(
  own: OwnAccount,
  page: () => Promise<Response>,
): Promise<Response> {
  try {
    return await page();
  } catch (error) {
    const reason = error instanceof ServiceError ? error.reason : null;
    if (reason === "unprocessable" || reason === "conflict") return toAccount(own);
    throw error;
  }
}
