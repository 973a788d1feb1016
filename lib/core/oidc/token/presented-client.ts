import type { AuthenticatedClient } from "@/lib/core/oidc/token/authenticated-client";
import { presentedAssertion } from "@/lib/core/oidc/token/presented-assertion";
import { ServiceError } from "@/lib/kernel/errors";

/** The client that a request names, not yet authenticated. */
export interface PresentedClient {
  /** Kind that follows from the presented credentials and the format of the id. */
  kind: AuthenticatedClient["kind"];
  clientId: string;
  secret: string | null;
  /** A signed assertion instead of a secret (`private_key_jwt`). */
  assertion?: string;
}

/** Reads the client of a token request from HTTP Basic, form credentials or a signed assertion.
 *  @returns null for an Authorization header that is no well-formed Basic, or an assertion that is no JWT
 *  @throws ServiceError `malformed` for two methods at once or no client id */
export function presentedClient(request: Request, form: URLSearchParams): PresentedClient | null {
  const header = request.headers.get("authorization");
  const formId = form.get("client_id");
  const formSecret = form.get("client_secret");
  const ways = [header !== null, formSecret !== null, form.has("client_assertion")];
  if (ways.filter(Boolean).length > 1)
    throw malformed("client authentication must only be provided using one mechanism");
  if (header !== null) {
    const basic = basicCredentials(header);
    if (basic && formId !== null && formId !== basic.clientId)
      throw malformed("client_id mismatch");
    return basic;
  }
  if (form.has("client_assertion") || form.has("client_assertion_type"))
    return presentedAssertion(form);
  if (formId === null) throw malformed("missing required parameter: client_id");
  return bySecret(formId, formSecret);
}

function bySecret(clientId: string, secret: string | null): PresentedClient {
  return { kind: clientId.startsWith("aoc_") ? "relying_party" : "machine", clientId, secret };
}

/** RFC 6749 §2.3.1: both halves are form-encoded before they are joined. */
function basicCredentials(header: string): PresentedClient | null {
  const encoded = /^Basic +([A-Za-z0-9+/]+={0,2})$/i.exec(header.trim())?.[1];
  if (!encoded) return null;
  const text = Buffer.from(encoded, "base64").toString("utf8");
  const colon = text.indexOf(":");
  if (colon < 1) return null;
  try {
    const decode = (part: string) => decodeURIComponent(part.replace(/\+/g, " "));
    return bySecret(decode(text.slice(0, colon)), decode(text.slice(colon + 1)) || null);
  } catch {
    return null;
  }
}

const malformed = (detail: string) => new ServiceError("malformed", { detail });
