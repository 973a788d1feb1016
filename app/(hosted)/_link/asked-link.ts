import { z } from "zod";
import { type CookieReader, cookieHeader } from "@/lib/core/oidc/http/cookies";
import { seal, unseal } from "@/lib/kernel/crypto/seal";

const linkRequestSchema = z.object({
  interaction: z.string(),
  client: z.string(),
  email: z.string(),
});

/** Link that this browser requested: its address, and the sign-in during which it was requested, if any. */
export type LinkRequest = z.infer<typeof linkRequestSchema>;

const NAME = "atrium_asked";

/** Returns the cookie that remembers for which address this browser requested a link: the next page shows the
 *  address, and the sign-in continues when the link is used here. The cookie is the same whether the address
 *  has an account or not. */
export function linkRequestCookie(request: LinkRequest): string {
  // Sealed: a later reader of this browser's storage does not learn who was here.
  const value = seal("asked-link", "browser", request).toString("base64url");
  return cookieHeader({ name: NAME, value, path: "/", maxAge: 60 * 60 });
}

/** Returns the link request that this browser remembers, or null. */
export function readLinkRequest(cookies: CookieReader): LinkRequest | null {
  const value = cookies(NAME);
  if (!value) return null;
  try {
    return linkRequestSchema.parse(
      unseal("asked-link", "browser", Buffer.from(value, "base64url")),
    );
  } catch {
    // Altered, or sealed under a master key that is no longer ours: treated as absent.
    return null;
  }
}
