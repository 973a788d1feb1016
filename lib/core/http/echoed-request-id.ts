import type { RouteHandler } from "@/lib/core/http/route-handler";

/** Wraps a handler to answer with the request id that was sent, in any format (AuthZEN §10.1.3). Logs and
 *  audit events have that id if it is well formed, and one of ours otherwise. */
export function echoingRequestId<P, H extends RouteHandler<P>>(handler: H & RouteHandler<P>): H {
  const echoing: RouteHandler<P> = async (request, context) => {
    const response = await handler(request, context);
    const presented = request.headers.get("x-request-id");
    if (presented) response.headers.set("x-request-id", presented);
    return response;
  };
  // The wrapped handler keeps its own declaration.
  return Object.assign(echoing, handler) as unknown as H;
}
