import { single } from "@/lib/core/oidc/http/form";

/** Prefix of the address of a request that was pushed here (RFC 9126 §2.2). */
const PUSHED_HERE = "urn:ietf:params:oauth:request_uri:";

/** Reads the two parameters of an authorization request that was pushed here. Any others in the address are
 *  ignored, because the whole request was pushed (RFC 9101 §6.3).
 *  @returns null for a request with all parameters in its query, or with a request object elsewhere */
export function pushedRequest(query: URLSearchParams, clientId: string): URLSearchParams | null {
  const requestUri = single(query, "request_uri");
  if (!requestUri?.startsWith(PUSHED_HERE)) return null;
  return new URLSearchParams({ client_id: clientId, request_uri: requestUri });
}
