import type { RequestContext } from "@/lib/caller";
import { isDatabaseUnavailable } from "@/lib/db";
import { ServiceError } from "@/lib/errors";
import { neighbourOf } from "@/lib/http/neighbours";
import { type Plane, withinCapacity } from "@/lib/http/plane-capacity";
import { browserContext, requestIdOf } from "@/lib/http/request-context";
import type { RouteHandler } from "@/lib/http/route-handler";
import { logger } from "@/lib/logger";
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
      response = await withinCapacity(plane, neighbourOf(request), () =>
        handle(request, browserContext(request.headers, requestId)),
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

function asServiceError(error: unknown, requestId: string): ServiceError {
  if (error instanceof ServiceError) return error;
  if (isDatabaseUnavailable(error)) {
    logger.error({ requestId }, "the database cannot be reached");
    return new ServiceError("unavailable", {
      detail: "The service is temporarily unavailable.",
      retryAfterSeconds: 5,
    });
  }
  logger.error({ err: error, requestId }, "a request failed");
  return new ServiceError("internal", { detail: "Something went wrong on our side." });
}
