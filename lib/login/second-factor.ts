import type { SecurityPolicy } from "@/lib/security-policy/security-policy";

/** What a sign-in has shown besides the password. */
export interface Shown {
  /** The token of a device that the user trusts. */
  trustedDevice: boolean;
  /** Control of the mailbox, by a code or a link that the service sent there. */
  mailbox: boolean;
}

/** Whether a sign-in needs a code by email before it is complete (spec, Login). What shows control of the mailbox says
 *  as much as a code would. */
export function needsCode(
  { loginOtp }: Pick<SecurityPolicy, "loginOtp">,
  { trustedDevice, mailbox }: Shown,
): boolean {
  if (mailbox || loginOtp === "never") return false;
  return loginOtp === "always" || !trustedDevice;
}
