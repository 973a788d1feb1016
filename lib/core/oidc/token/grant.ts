import { oauthErrorResponse } from "@/lib/core/oidc/http/render-error";
import type { AuthenticatedClient } from "@/lib/core/oidc/token/authenticated-client";
import type { PresentedClient } from "@/lib/core/oidc/token/presented-client";
import type { RequestContext } from "@/lib/kernel/caller";
import type { OAuthErrorName } from "@/lib/kernel/errors/oauth-errors";
import type { Place } from "@/lib/kernel/process/plane-capacity";

/** A token request before its client is known. */
export interface TokenRequest {
  request: Request;
  form: URLSearchParams;
  context: RequestContext;
  /** The request gets a place in the private plane only once its client has authenticated. */
  place: Place;
}

/** A token request that names its client. */
export type PresentedRequest = TokenRequest & { presented: PresentedClient };

/** A token request with an authenticated client. */
export type GrantRequest<Client extends AuthenticatedClient = AuthenticatedClient> =
  PresentedRequest & { client: Client };

/** Authenticates the client of a token request and answers it.
 *  @returns null when the client is not authenticated; the statements and comparisons are the
 *    same for every reason
 *  @throws ServiceError for refusals that are the same on the whole plane: `rate_limited`, `malformed` */
export type Grant = (presentedRequest: PresentedRequest) => Promise<Response | null>;

/** A refusal of a token request (RFC 6749 §5.2, RFC 8693 §2.2.2). */
export function refusedGrant(
  error: OAuthErrorName,
  description: string,
  errorCode?: string,
): Response {
  const refusal = { status: 400, error, description };
  return oauthErrorResponse(errorCode ? { ...refusal, errorCode } : refusal);
}
