import { randomBytes } from "node:crypto";
import { type NextRequest, NextResponse } from "next/server";
import {
  CONFIRMATION_COOKIE,
  CONFIRMATION_HEADER,
} from "@/app/dashboard/_request/confirmation-names";
import { PATH_HEADER } from "@/app/dashboard/_request/path-header";
import { refusePageRequest } from "@/lib/core/http/refuse-page-request";
import { isOverTls, TRANSPORT_SECURITY } from "@/lib/core/http/security-headers";

/** Prepares every page of the dashboard: a nonce for its scripts and styles, and the headers that keep it
 *  from being framed, sniffed or sent elsewhere. It makes no decision about access. */
export async function proxy(request: NextRequest): Promise<Response> {
  const { pathname } = request.nextUrl;
  const refused = await refusePageRequest(request);
  if (refused) return refused;
  const headers = new Headers(request.headers);
  headers.set(PATH_HEADER, pathname + request.nextUrl.search);
  // The preview of a hosted page sets headers of its own.
  if (HOSTED_PREVIEW.test(pathname)) return NextResponse.next({ request: { headers } });
  const nonce = randomBytes(16).toString("base64");
  const framing = framingOf(pathname);
  const policy = framing === "email" ? EMAIL_POLICY : contentSecurityPolicy(nonce, framing);
  headers.set("content-security-policy", policy);
  const confirmation = confirmationFor(request);
  headers.set(CONFIRMATION_HEADER, confirmation ?? "");
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("content-security-policy", policy);
  for (const [name, value] of Object.entries(pageHeaders)) response.headers.set(name, value);
  if (framing === "email") response.headers.set("x-frame-options", "SAMEORIGIN");
  if (isOverTls()) response.headers.set("strict-transport-security", TRANSPORT_SECURITY);
  if (confirmation)
    response.cookies.set(CONFIRMATION_COOKIE, "", { path: "/dashboard", maxAge: 0 });
  return response;
}

export const config = {
  // Pages of the dashboard only: routes set headers of their own.
  matcher: ["/dashboard", "/dashboard/(.*)"],
};

const HOSTED_PREVIEW = /^\/dashboard\/branding-preview\/[^/]+\/[^/]+\/login$/;

const pageHeaders: Record<string, string> = {
  "cache-control": "private, no-store",
  "cross-origin-opener-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
  // Not `no-referrer`: with it, browsers send `Origin: null` with a form, and its origin couldn't be checked.
  "referrer-policy": "same-origin",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
};

/** The page's content security policy. */
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
    "frame-ancestors 'none'",
  ].join("; ");
}

/** Framing of a page: only the branding page frames previews. A page of the dashboard that is reached without
 *  a new document has the policy of the first one, so all of them may. */
type Framing = "frames" | "email" | null;

function framingOf(pathname: string): Framing {
  if (/^\/dashboard\/branding-preview\/[^/]+\/[^/]+\/email$/.test(pathname)) return "email";
  return pathname.startsWith("/dashboard/") ? "frames" : null;
}

/** A message is styled for mail programs, inline; this policy allows nothing but its appearance. */
const EMAIL_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-same-origin";

/** Returns the result of a change for the next page in the browser, once. Links that a script prefetches do
 *  not consume it. */
function confirmationFor({ method, headers, cookies, nextUrl }: NextRequest): string | undefined {
  const shown = method === "GET" && headers.get("accept")?.includes("text/html");
  if (!shown || !nextUrl.pathname.startsWith("/dashboard")) return undefined;
  return cookies.get(CONFIRMATION_COOKIE)?.value;
}
