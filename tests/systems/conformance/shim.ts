import { createHash } from "node:crypto";

/** Additions of the proxy to the suite's requests: nothing, or PKCE, which the basic plans do not send and
 *  the spec requires. */
export type Shim = "off" | "pkce";

/** A fixed verifier for every request that has none: no test may depend on its secrecy. */
const VERIFIER = "conformance-shim-verifier-conformance-shim-verifier";
const CHALLENGE = createHash("sha256").update(VERIFIER).digest("base64url");

/** The parts of a request to the provider that a shim may change. */
export interface ShimmedRequest {
  method: string;
  /** With its query. */
  path: string;
  /** A form's text; null for a body of any other type, and for none. */
  form: string | null;
}

/** Adds PKCE to a request without it (RFC 7636): a challenge for `/oauth/authorize`, the verifier for a code
 *  at `/oauth/token`. Everything else of the request stays byte for byte. */
export function withPkce(request: ShimmedRequest): ShimmedRequest {
  const [path = "", query = ""] = request.path.split(/\?(.*)/s);
  if (path === "/oauth/authorize") {
    if (request.method === "GET") return { ...request, path: `${path}?${withChallenge(query)}` };
    if (request.form !== null) return { ...request, form: withChallenge(request.form) };
  }
  if (path === "/oauth/token" && request.form !== null)
    return { ...request, form: withVerifier(request.form) };
  return request;
}

function withChallenge(text: string): string {
  const params = new URLSearchParams(text);
  // A pushed request has its challenge with it (RFC 9126).
  if (params.has("code_challenge") || params.has("request_uri")) return text;
  return appended(text, `code_challenge=${CHALLENGE}&code_challenge_method=S256`);
}

function withVerifier(text: string): string {
  const sent = new URLSearchParams(text);
  if (sent.get("grant_type") !== "authorization_code" || sent.has("code_verifier")) return text;
  return appended(text, `code_verifier=${VERIFIER}`);
}

const appended = (text: string, more: string) => (text === "" ? more : `${text}&${more}`);
