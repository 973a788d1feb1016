import { problemResponse } from "@/lib/core/http/problem";
import { assertForm } from "@/lib/core/http/receive-body";
import { refusedMethodOf } from "@/lib/core/http/refused-method";
import { secure } from "@/lib/core/http/security-headers";
import { config } from "@/lib/kernel/config/config";
import { ServiceError } from "@/lib/kernel/errors";

/** What pages take; a form is sent by POST. */
const TAKEN = ["GET", "HEAD", "OPTIONS", "POST"];

/** The bytes of a form: the longest is one with a picture in it. */
export const FORM_BYTES = 512 * 1024;

/** Answers a request that no page is to see: a method that pages don't take, a form from elsewhere, and one that
 *  doesn't come or can't be read, which would otherwise fail within the page.
 *  @returns null for any other */
export async function refusePageRequest(request: Request): Promise<Response | null> {
  const response = await refusalOf(request);
  if (response) secure(response.headers);
  return response;
}

async function refusalOf(request: Request): Promise<Response | null> {
  const method = refusedMethodOf(request.headers) ?? request.method;
  if (!TAKEN.includes(method))
    return problemResponse(
      new ServiceError("method_not_allowed", {
        detail: "This page takes GET and POST.",
        fields: { allow: TAKEN },
      }),
    );
  const headers = { "cache-control": "no-store" };
  if (method === "OPTIONS")
    return new Response(null, { status: 204, headers: { ...headers, allow: TAKEN.join(", ") } });
  if (method !== "POST") return null;
  if (isForged(request))
    return new Response("Forms are taken from our own pages.", { status: 403, headers });
  return unreadable(request);
}

/** Whether a form comes from elsewhere, or to elsewhere. Next compares its origin with the Host that the request
 *  itself claims, fails where they differ, and takes a form that says nothing of its origin; a browser says it with
 *  every form. */
function isForged({ headers }: Request): boolean {
  const { origin } = new URL(config().baseUrl);
  return headers.get("origin") !== origin || !claimsOurHost(headers);
}

/** Whether a request came for our own host, as it says itself or as a proxy says. */
export function claimsOurHost(headers: Headers): boolean {
  const { host } = new URL(config().baseUrl);
  const claimed = [headers.get("x-forwarded-host")?.split(",")[0]?.trim(), headers.get("host")];
  return claimed.includes(host);
}

/** A form is read before anybody is known, because a cookie's name proves nothing, and opening it would take keys and the
 *  database. Its bytes and fields are bounded so that the worst one costs no more processor time than any request may
 *  (`tests/invariants/worst-requests`). */
async function unreadable(request: Request): Promise<Response | null> {
  try {
    await assertForm(request, FORM_BYTES);
    return null;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return problemResponse(error);
  }
}
