import type { RouteHandler } from "@/lib/core/http/route-handler";

/** A handler that answers with the request id that came, whatever it looks like (AuthZEN §10.1.3). Logs and audit events have it
 *  where it is well formed, and an id of ours elsewhere. */
export function echoingRequestId<P, H extends RouteHandler<P>>(handler: H & RouteHandler<P>): H {
  const echoing: RouteHandler<P> = async (request, context) => {
    const response = await handler(request, context);
    const presented = request.headers.get("x-request-id");
    if (presented) response.headers.set("x-request-id", presented);
    return response;
  };
  // What a handler says of itself stays said.
  return Object.assign(echoing, handler) as unknown as H;
}
