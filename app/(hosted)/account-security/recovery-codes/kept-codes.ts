import { z } from "zod";
import { sealedCookie } from "@/app/(hosted)/_sign-in/sealed-cookie";
import type { OwnAccount } from "@/app/(hosted)/account-security/own-account";
import type { CookieReader } from "@/lib/core/oidc/http/cookies";

// Lives as long as a proof is fresh by default: until then, a user of this browser could have new codes made
// anyway.
const recoveryCodesCookie = sealedCookie(
  "codes",
  z.object({ sessionId: z.string(), codes: z.array(z.string()) }),
  5 * 60,
  "/account-security/recovery-codes",
);

/** Returns the cookie that carries new recovery codes to the page that shows them: a reload, in another
 *  language too, makes no other codes. */
export const keepCodes = ({ caller, sessionId }: OwnAccount, codes: string[]) =>
  recoveryCodesCookie.keep(caller.environmentId, { sessionId, codes });

/** Returns the codes that were just made in this session. */
export function readCodes({ caller, sessionId }: OwnAccount, cookies: CookieReader) {
  const stored = recoveryCodesCookie.read(caller.environmentId, cookies);
  return stored?.sessionId === sessionId ? stored.codes : null;
}

/** Returns the cookie that clears them: they were saved. */
export const forgetCodes = ({ caller }: OwnAccount) =>
  recoveryCodesCookie.forget(caller.environmentId);
