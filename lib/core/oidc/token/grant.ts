import { oauthErrorResponse } from "@/lib/core/oidc/http/render-error";
import type { AuthenticatedClient } from "@/lib/core/oidc/token/authenticated-client";
import type { PresentedClient } from "@/lib/core/oidc/token/presented-client";
import type { RequestContext } from "@/lib/kernel/caller";
import type { Place } from "@/lib/kernel/process/plane-capacity";

/** A token request, whoever sent it. */
export interface TokenRequest {
  request: Request;
  form: URLSearchParams;
  context: RequestContext;
  /** The request has a place in the private plane only once its client has proved itself. */
  place: Place;
}

/** A token request whose client says who it is. */
export type PresentedRequest = TokenRequest & { presented: PresentedClient };

/** A token request whose client is known. */
export type GrantRequest<Client extends AuthenticatedClient = AuthenticatedClient> =
  PresentedRequest & { client: Client };

/** Proves the client of a token request and answers it.
 *  @returns null when nothing is proved; whatever is wrong with the client, the statements and comparisons are the same
 *  @throws ServiceError for what the whole plane refuses in one way: `rate_limited`, `malformed` */
export type Grant = (asked: PresentedRequest) => Promise<Response | null>;

/** Why a token request is refused. */
type GrantError =
  | "invalid_request"
  | "invalid_grant"
  // RFC 8628 §3.5
  | "authorization_pending"
  | "slow_down"
  | "expired_token"
  | "access_denied"
  | "invalid_scope"
  | "invalid_target"
  | "unauthorized_client"
  | "unsupported_grant_type";

/** A refusal of a token request (RFC 6749 §5.2, RFC 8693 §2.2.2). */
export function refusedGrant(error: GrantError, description: string, errorCode?: string): Response {
  const refusal = { status: 400, error, description };
  return oauthErrorResponse(errorCode ? { ...refusal, errorCode } : refusal);
}
