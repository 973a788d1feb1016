import type { RequestContext } from "@/lib/caller";
import type { ServiceError } from "@/lib/errors";
import { aborted } from "@/lib/http/aborted";
import { answeredInTime } from "@/lib/http/answered-in-time";
import { neighbourOf } from "@/lib/http/neighbours";
import { type Place, type Plane, withinCapacity } from "@/lib/http/plane-capacity";
import { isCutShort, receiveBody } from "@/lib/http/receive-body";
import { browserContext, requestIdOf } from "@/lib/http/request-context";
import type { RouteHandler } from "@/lib/http/route-handler";
import { secure } from "@/lib/http/security-headers";
import { asServiceError } from "@/lib/http/service-error";
import { asOAuthError, oauthErrorResponse } from "@/lib/oidc/render-error";

/** The frame around a route of the OAuth plane: request id, the body, the plane's capacity, and every failure
 *  as an OAuth error.
 *  @param refuse renders a refusal where a person is looking, not a client */
export function oauthRoute(
  plane: Plane,
  handle: (request: Request, context: RequestContext, place: Place) => Promise<Response>,
  refuse: (error: ServiceError, request: Request) => Response | Promise<Response> = (error) =>
    oauthErrorResponse(asOAuthError(error)),
): RouteHandler {
  return async (request) => {
    const requestId = requestIdOf(request);
    let response: Response;
    try {
      await receiveBody(request);
      response = await answeredInTime(
        withinCapacity(plane, neighbourOf(request), (place) =>
          handle(request, browserContext(request.headers, requestId), place),
        ),
      );
    } catch (error) {
      response =
        aborted(request, error) ?? (await refuse(asServiceError(error, requestId), request));
    }
    const { headers } = response;
    headers.set("x-request-id", requestId);
    secure(headers);
    if (!headers.has("cache-control")) headers.set("cache-control", "no-store");
    if (isCutShort(request)) headers.set("connection", "close");
    return response;
  };
}
