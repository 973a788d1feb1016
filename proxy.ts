import { randomBytes } from "node:crypto";
import { type NextRequest, NextResponse } from "next/server";
import { LINK_COOKIE } from "@/app/(hosted)/_link/link-secret";
import { chooseLocale } from "@/i18n/choose-locale";
import { isLocale, LOCALE_COOKIE, LOCALE_HEADER, PATH_HEADER } from "@/i18n/locales";
import { config as settings } from "@/lib/config/config";
import { refusePageRequest } from "@/lib/http/refuse-page-request";
import { overTls, TRANSPORT_SECURITY } from "@/lib/http/security-headers";

/** Pages reached by a link whose secret is in its address. */
const linkPages = ["/set-password", "/invitation", "/onboarding"];

/** Prepares every page: a nonce for its scripts and styles, its language, and the headers that keep it from
 *  being framed, sniffed or sent elsewhere. It decides nothing about who may see what. */
export async function proxy(request: NextRequest): Promise<Response> {
  const { pathname, searchParams } = request.nextUrl;
  const refused = await refusePageRequest(request);
  if (refused) return refused;
  const token = searchParams.get("token");
  if (token !== null && linkPages.includes(pathname)) return withoutToken(request, token);
  const nonce = randomBytes(16).toString("base64");
  const framing = framingOf(pathname);
  const policy = framing === "email" ? EMAIL_POLICY : contentSecurityPolicy(nonce, framing);
  const headers = new Headers(request.headers);
  headers.set("content-security-policy", policy);
  headers.set(LOCALE_HEADER, localeOf(request));
  headers.set(PATH_HEADER, pathname + request.nextUrl.search);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("content-security-policy", policy);
  for (const [name, value] of Object.entries(pageHeaders)) response.headers.set(name, value);
  if (framing === "framed" || framing === "email")
    response.headers.set("x-frame-options", "SAMEORIGIN");
  if (overTls()) response.headers.set("strict-transport-security", TRANSPORT_SECURITY);
  const chosen = searchParams.get("lang");
  if (isLocale(chosen))
    response.cookies.set(LOCALE_COOKIE, chosen, {
      sameSite: "lax",
      secure: overTls(),
      maxAge: YEAR,
      path: "/",
    });
  return response;
}

export const config = {
  // Pages only: routes answer with headers of their own. What merely begins like a route is none.
  matcher: [
    "/((?!(?:api|oauth|dev|_next)(?:/|$)|brand/[^/]+$|docs(?:/(?:start|reference)\\.js)?$|\\.well-known/(?:openid-configuration|oauth-authorization-server)$|healthz$|readyz$).*)",
  ],
};

const YEAR = 365 * 24 * 60 * 60;

const pageHeaders: Record<string, string> = {
  "cache-control": "private, no-store",
  "cross-origin-opener-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
  // Not `no-referrer`: with it, browsers send `Origin: null` with a form, and its origin couldn't be checked.
  "referrer-policy": "same-origin",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
};

/** The page's content security policy. `form-action` stays `'self'` although a sign-in ends at a relying
 *  party: browsers hold a form's redirects to it as well, so forms never redirect there. They end on a page
 *  of ours that moves on by itself (app/_components/move-on.tsx). */
function contentSecurityPolicy(nonce: string, framing: Framing): string {
  const development = process.env.NODE_ENV === "development" ? " 'unsafe-eval'" : "";
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'${development}`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    `frame-src ${framing === "frames" ? "'self'" : "'none'"}`,
    `frame-ancestors ${framing === "framed" ? "'self'" : "'none'"}`,
  ].join("; ");
}

/** What a page has to do with frames: nothing, but for the branding page and the previews it frames. A page of the
 *  dashboard that is reached without a new document keeps the policy of the first one, so all of them may. */
type Framing = "frames" | "framed" | "email" | null;

function framingOf(pathname: string): Framing {
  if (/^\/dashboard\/branding-preview\/[^/]+\/[^/]+\/email$/.test(pathname)) return "email";
  if (pathname.startsWith("/dashboard/branding-preview/")) return "framed";
  return pathname.startsWith("/dashboard/") ? "frames" : null;
}

/** A message is styled for mail programs, inline; it can do nothing but look like itself. */
const EMAIL_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-same-origin";

function localeOf(request: NextRequest): string {
  const { pathname, searchParams } = request.nextUrl;
  // The dashboard speaks English only, and must say so to screen readers.
  if (pathname.startsWith("/dashboard")) return "en";
  const lang = searchParams.get("lang");
  return chooseLocale({
    chosen: isLocale(lang) ? lang : request.cookies.get(LOCALE_COOKIE)?.value,
    uiLocales: searchParams.get("ui_locales"),
    acceptLanguage: request.headers.get("accept-language"),
  });
}

/** Takes a link's secret out of the address before anything is shown, so that no history, referrer,
 *  screenshot or shared screen keeps it. Nothing is consumed. */
function withoutToken(request: NextRequest, token: string): NextResponse {
  const { pathname } = request.nextUrl;
  // From the configured address: whatever Host the request claims, it leads nowhere else. (Next takes no
  // relative Location here.)
  const location = new URL(pathname, settings().baseUrl).href;
  const response = new NextResponse(null, { status: 303, headers: { location } });
  response.headers.set("referrer-policy", "no-referrer");
  response.headers.set("cache-control", "no-store");
  response.cookies.set(LINK_COOKIE, token.slice(0, 256), {
    httpOnly: true,
    sameSite: "lax",
    secure: overTls(),
    path: pathname,
    maxAge: 60 * 60,
  });
  return response;
}
