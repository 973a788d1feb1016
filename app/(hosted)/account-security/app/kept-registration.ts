import { z } from "zod";
import { sealedCookie } from "@/app/(hosted)/_sign-in/sealed-cookie";
import type { OwnAccount } from "@/app/(hosted)/account-security/own-account";
import type { CookieReader } from "@/lib/core/oidc/http/cookies";

// The token is bound to the session itself.
const registrationCookie = sealedCookie(
  "app",
  z.object({ token: z.string() }),
  15 * 60,
  "/account-security/app",
);

/** Returns the cookie that holds the token of an app's registration: a reload shows the same key. */
export const keepRegistration = ({ caller }: OwnAccount, token: string) =>
  registrationCookie.keep(caller.environmentId, { token });

/** Returns the token of the registration in progress, or null. */
export const readRegistration = ({ caller }: OwnAccount, cookies: CookieReader) =>
  registrationCookie.read(caller.environmentId, cookies)?.token ?? null;

/** Returns the cookie that clears it: the app was added. */
export const forgetRegistration = ({ caller }: OwnAccount) =>
  registrationCookie.forget(caller.environmentId);
