import { readForm } from "@/lib/core/oidc/http/form";
import { ServiceError } from "@/lib/kernel/errors";

/** Longest request line that proxies accept. */
const LONGEST_QUERY = 8000;

/** Answers a form from a page of another site: redirects the browser to `GET` with the same parameters,
 *  because such a form comes without the cookies of a session.
 *  @throws ServiceError `payload_too_large`, and as `readForm` */
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
