import { abortedAnswer } from "@/lib/core/http/aborted";
import { withDeadline } from "@/lib/core/http/answered-in-time";
import { fairnessKey } from "@/lib/core/http/neighbours";
import { receiveBody } from "@/lib/core/http/receive-body";
import { browserContext, requestIdOf } from "@/lib/core/http/request-context";
import type { RouteHandler } from "@/lib/core/http/route-handler";
import { addSecurityHeaders } from "@/lib/core/http/security-headers";
import { asServiceError } from "@/lib/core/http/service-error";
import { boundCookies } from "@/lib/core/oidc/http/bounded-cookies";
import { readForm, withoutEmpty } from "@/lib/core/oidc/http/form";
import { asOAuthError, oauthErrorResponse } from "@/lib/core/oidc/http/render-error";
import type { RequestContext } from "@/lib/kernel/caller";
import type { ServiceError } from "@/lib/kernel/errors";
import { type Place, type Plane, withinCapacity } from "@/lib/kernel/process/plane-capacity";

/** Wraps a route of the OAuth plane: request id, body, the plane's capacity, and the one place that turns an
 *  error, expected or not, into a refusal.
 *  @param refuse renders a refusal for a person; without it, a refusal is an OAuth error for a client */
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
      response = await withDeadline(
        withinCapacity(plane, fairnessKey(request), (place) =>
          handle(request, browserContext(request.headers, requestId), place),
        ),
      );
    } catch (error) {
      response =
        abortedAnswer(request, error) ?? (await refuse(asServiceError(error, requestId), request));
    }
    const { headers } = response;
    headers.set("x-request-id", requestId);
    addSecurityHeaders(headers);
    boundCookies(request, response);
    if (!headers.has("cache-control")) headers.set("cache-control", "no-store");
    return response;
  };
}

/** Like `oauthRoute`, for a route that takes only a form. */
export function oauthFormRoute(
  plane: Plane,
  handle: (formRequest: {
    request: Request;
    form: URLSearchParams;
    context: RequestContext;
    place: Place;
  }) => Promise<Response>,
): RouteHandler {
  return oauthRoute(plane, async (request, context, place) =>
    handle({ request, form: withoutEmpty(await readForm(request)), context, place }),
  );
}
