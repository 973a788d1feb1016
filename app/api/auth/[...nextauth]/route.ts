import NextAuth from "next-auth";
import { dashboardSignIn } from "@/lib/core/dashboard-sign-in/sign-in";
import { problemResponse } from "@/lib/core/http/problem";
import { browserContext, requestIdOf } from "@/lib/core/http/request-context";
import { resource } from "@/lib/core/http/resource";
import type { RouteHandler } from "@/lib/core/http/route-handler";
import { addSecurityHeaders } from "@/lib/core/http/security-headers";
import { asServiceError } from "@/lib/core/http/service-error";
import { admitAnonymous } from "@/lib/core/oidc/http/oauth-rate-limits";
import { ServiceError } from "@/lib/kernel/errors";

interface AuthParams {
  nextauth: string[];
}

/** Policy for next-auth's own pages, which are styled inline, post to themselves and run no script. */
const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** The dashboard's own sign-in: next-auth as a relying party of our issuer. It is no part of the API. */
const handler: RouteHandler<AuthParams> = async (request, context) => {
  const requestId = requestIdOf(request);
  const caller = browserContext(request.headers, requestId);
  try {
    await admitAnonymous(caller);
  } catch (error) {
    return problemResponse(asServiceError(error, requestId));
  }
  const handle: RouteHandler<AuthParams> = NextAuth(await dashboardSignIn(caller));
  const response = await withMalformedRefused(handle(request, context));
  const { headers } = response;
  if (headers.get("content-type")?.startsWith("text/html")) {
    headers.set("content-security-policy", PAGE_POLICY);
    headers.set("referrer-policy", "same-origin");
    headers.set("x-frame-options", "DENY");
  }
  addSecurityHeaders(headers);
  if (!headers.has("cache-control")) headers.set("cache-control", "private, no-store");
  return response;
};

/** Answers a malformed body: next-auth reads JSON too, and fails where it is none. */
async function withMalformedRefused(response: Promise<Response> | Response): Promise<Response> {
  try {
    return await response;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return problemResponse(new ServiceError("malformed", { detail: "The body is not JSON." }));
  }
}

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource<AuthParams>({
  GET: handler,
  POST: handler,
});
