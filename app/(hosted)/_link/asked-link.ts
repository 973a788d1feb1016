import { z } from "zod";
import { type CookieReader, cookieHeader } from "@/lib/core/oidc/http/cookies";
import { seal, unseal } from "@/lib/kernel/crypto/seal";

const askedSchema = z.object({ interaction: z.string(), client: z.string(), email: z.string() });

/** The address for which this browser asked for a link, and the sign-in during which it did, if any. */
export type AskedLink = z.infer<typeof askedSchema>;

const NAME = "atrium_asked";

/** The cookie that remembers in this browser for whom a link was asked: the next page says so, and the sign-in goes on
 *  when the link is used here. It is the same for every address, whether it has an account or not. */
export function keptAsked(asked: AskedLink): string {
  // Sealed: who reads this browser's storage later does not learn who was here.
  const value = seal("asked-link", "browser", asked).toString("base64url");
  return cookieHeader({ name: NAME, value, path: "/", maxAge: 60 * 60 });
}

/** What this browser remembers of it, or null. */
export function readAsked(cookies: CookieReader): AskedLink | null {
  const value = cookies(NAME);
  if (!value) return null;
  try {
    return askedSchema.parse(unseal("asked-link", "browser", Buffer.from(value, "base64url")));
  } catch {
    // Altered, or sealed under a master key that is no longer ours: as good as none.
    return null;
  }
}
