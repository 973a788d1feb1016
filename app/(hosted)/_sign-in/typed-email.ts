import { z } from "zod";
import { type CookieReader, cookieHeader } from "@/lib/core/oidc/http/cookies";
import { seal, unseal } from "@/lib/kernel/crypto/seal";

const NAME = "atrium_typed";

/** Returns the problem of a typed email address, as a key of our texts; null when it is valid. */
export function emailProblem(email: string): "emailEmpty" | "emailInvalid" | null {
  if (!email) return "emailEmpty";
  return email.length > 254 || !/^\S+@\S+$/.test(email) ? "emailInvalid" : null;
}

/** Returns the cookie that carries an address from the sign-in to the forgotten-password page. The address is
 *  not in the URL, which would stay in the history. It is sealed: a later reader of this browser's storage
 *  does not learn who was here. */
export function typedEmailCookie(email: string): string {
  const value = email ? seal("typed-email", "browser", { email }).toString("base64url") : "";
  return cookieHeader({ name: NAME, value, path: "/forgot-password", maxAge: value ? 10 * 60 : 0 });
}

/** Returns the address that was typed at the sign-in; empty when none was. */
export function readTypedEmail(cookies: CookieReader): string {
  const value = cookies(NAME);
  if (!value) return "";
  try {
    const stored = unseal("typed-email", "browser", Buffer.from(value, "base64url"));
    return z.object({ email: z.string() }).parse(stored).email;
  } catch {
    return "";
  }
}
