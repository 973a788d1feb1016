import type { AccountRefusal } from "@/app/(hosted)/account-security/account-refusal";
import type { SignedIn } from "@/app/(hosted)/account-security/signed-in";
import { changePassword } from "@/lib/core/account-security/change-password";
import { problemOf } from "@/lib/core/oidc/pages/problem";
import { ServiceError } from "@/lib/kernel/errors";

interface PasswordChange {
  current: string;
  next: string;
  /** Whether all other sessions end as well. */
  others: boolean;
  /** Whether all trusted devices are forgotten. */
  devices: boolean;
}

/** Changes the password of a user who proves the current one.
 *  @returns why it was not changed, or null */
export async function changeOwnPassword(
  { caller, sessionId }: SignedIn,
  { current, next, others, devices }: PasswordChange,
): Promise<AccountRefusal | null> {
  if (!current || !next)
    return { ...(current ? {} : { current: "empty" }), ...(next ? {} : { next: "empty" }) };
  try {
    await changePassword(caller, {
      sessionId,
      currentPassword: current,
      newPassword: next,
      revokeOtherSessions: others,
      revokeTrustedDevices: devices,
      kind: "hosted",
    });
    return null;
  } catch (error) {
    if (error instanceof ServiceError && error.reason === "proof_rejected")
      return { current: "wrong" };
    if (error instanceof ServiceError && error.reason === "unprocessable")
      return { next: error.password ?? { why: "other" } };
    return { problem: problemOf(error) };
  }
}
