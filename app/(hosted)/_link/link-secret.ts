import { type CookieReader, cookieHeader } from "@/lib/core/oidc/http/cookies";
import type { Visit } from "@/lib/core/oidc/pages/hosted-page";

/** Cookie that holds a link's secret, once it is out of the address. */
const NAME = "atrium_link";

/** Returns the secret of the link that led here, or null. */
export function linkSecret(cookies: CookieReader): string | null {
  return cookies(NAME) || null;
}

/** Moves a link's secret from the address into a cookie before anything is shown, so that no history,
 *  referrer, screenshot or shared screen has it. Nothing is consumed.
 *  @returns null for an address without one */
export function withoutSecret({ request }: Visit): Response | null {
  const { pathname, searchParams } = new URL(request.url);
  const secret = searchParams.get("token");
  if (secret === null) return null;
  const value = encodeURIComponent(secret.slice(0, 256));
  return new Response(null, {
    status: 303,
    headers: {
      location: pathname,
      "referrer-policy": "no-referrer",
      "cache-control": "no-store",
      "set-cookie": cookieHeader({ name: NAME, value, path: pathname, maxAge: 60 * 60 }),
    },
  });
}
