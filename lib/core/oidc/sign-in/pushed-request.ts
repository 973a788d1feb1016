import { single } from "@/lib/core/oidc/http/form";

/** What the address of a request that was pushed here begins with (RFC 9126 §2.2). */
const PUSHED_HERE = "urn:ietf:params:oauth:request_uri:";

/** The two parameters of an authorization request that was pushed here. What else the address says counts for nothing,
 *  because all of the request was pushed (RFC 9101 §6.3).
 *  @returns null for a request that says everything by itself, or that names a request elsewhere */
export function pushedRequest(query: URLSearchParams, clientId: string): URLSearchParams | null {
  const requestUri = single(query, "request_uri");
  if (!requestUri?.startsWith(PUSHED_HERE)) return null;
  return new URLSearchParams({ client_id: clientId, request_uri: requestUri });
}
