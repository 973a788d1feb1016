import { readForm } from "@/lib/core/oidc/http/form";
import { ServiceError } from "@/lib/kernel/errors";

/** Proxies take no longer line of a request. */
const LONGEST_QUERY = 8000;

/** Answers a form that a page of another site may send: the browser is sent on to `GET` with the same parameters, because
 *  such a form comes without the cookies that say who is signed in here.
 *  @throws ServiceError `payload_too_large`, and as `readForm` does */
export async function formToQuery(request: Request): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url);
  const query = new URLSearchParams([...searchParams, ...(await readForm(request))]).toString();
  if (query.length > LONGEST_QUERY)
    throw new ServiceError("payload_too_large", {
      detail: `the parameters are longer than ${LONGEST_QUERY} bytes together`,
    });
  const headers = { location: `${pathname}?${query}`, "cache-control": "private, no-store" };
  return new Response(null, { status: 303, headers });
}
