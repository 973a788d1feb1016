import { problemResponse } from "@/lib/core/http/problem";
import { assertForm } from "@/lib/core/http/receive-body";
import { refusedMethodOf } from "@/lib/core/http/refused-method";
import { addSecurityHeaders } from "@/lib/core/http/security-headers";
import { config } from "@/lib/kernel/config/config";
import { ServiceError } from "@/lib/kernel/errors";

/** Methods of pages; a form is sent by POST. */
const ALLOWED_METHODS = ["GET", "HEAD", "OPTIONS", "POST"];

/** Largest form, in bytes: the longest contains a picture. */
export const FORM_BYTES = 512 * 1024;

/** Answers a request that must not reach a page: a method that pages don't take, a form from another site,
 *  and a form that does not arrive or can't be read, which would otherwise fail in the page.
 *  @returns null for any other request */
export async function refusePageRequest(request: Request): Promise<Response | null> {
  const response = await refusalOf(request);
  if (response) addSecurityHeaders(response.headers);
  return response;
}

async function refusalOf(request: Request): Promise<Response | null> {
  const method = refusedMethodOf(request.headers) ?? request.method;
  if (!ALLOWED_METHODS.includes(method))
    return problemResponse(
      new ServiceError("method_not_allowed", {
        detail: "This page takes GET and POST.",
        fields: { allow: ALLOWED_METHODS },
      }),
    );
  const headers = { "cache-control": "no-store" };
  if (method === "OPTIONS")
    return new Response(null, {
      status: 204,
      headers: { ...headers, allow: ALLOWED_METHODS.join(", ") },
    });
  if (method !== "POST") return null;
  if (isForged(request))
    return new Response("Forms are taken from our own pages.", { status: 403, headers });
  return unreadable(request);
}

/** Whether a form comes from, or goes to, another site. Next compares its origin with the Host that
 *  the request claims, fails when they differ, and accepts a form without an origin; a browser
 *  sends it with every form. */
function isForged({ headers }: Request): boolean {
  const { origin } = new URL(config().baseUrl);
  return headers.get("origin") !== origin || !claimsOurHost(headers);
}

/** Whether a request names our own host, itself or through a proxy. */
export function claimsOurHost(headers: Headers): boolean {
  const { host } = new URL(config().baseUrl);
  const claimed = [headers.get("x-forwarded-host")?.split(",")[0]?.trim(), headers.get("host")];
  return claimed.includes(host);
}

/** Checks the form before the user is authenticated: a cookie's name proves nothing, and opening it would
 *  take keys and the database. Its bytes and fields are bounded, so that the worst form takes no more
 *  processor time than any request may (`tests/invariants/worst-requests`). */
async function unreadable(request: Request): Promise<Response | null> {
  try {
    await assertForm(request, FORM_BYTES);
    return null;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return problemResponse(error);
  }
}
