import type { RequestContext } from "@/lib/caller";
import type { ServiceError } from "@/lib/errors";
import { answeredInTime } from "@/lib/http/answered-in-time";
import { type Plane, withinCapacity } from "@/lib/http/plane-capacity";
import { browserContext, requestIdOf } from "@/lib/http/request-context";
import type { RouteHandler } from "@/lib/http/route-handler";
import { asServiceError } from "@/lib/http/service-error";
import { asOAuthError, oauthErrorResponse } from "@/lib/oidc/render-error";

/** The frame around a route of the OAuth plane: request id, the plane's capacity, and every failure as an
 *  OAuth error.
 *  @param refuse renders a refusal where a person is looking, not a client */
export function oauthRoute(
  plane: Plane,
  handle: (request: Request, context: RequestContext) => Promise<Response>,
  refuse: (error: ServiceError, request: Request) => Response | Promise<Response> = (error) =>
    oauthErrorResponse(asOAuthError(error)),
): RouteHandler {
  return async (request) => {
    const requestId = requestIdOf(request);
    let response: Response;
    try {
      response = await answeredInTime(
        withinCapacity(plane, () => handle(request, browserContext(request.headers, requestId))),
      );
    } catch (error) {
      response = await refuse(asServiceError(error, requestId), request);
    }
    const { headers } = response;
    headers.set("x-request-id", requestId);
    headers.set("x-content-type-options", "nosniff");
    if (!headers.has("cache-control")) headers.set("cache-control", "no-store");
    return response;
  };
}
