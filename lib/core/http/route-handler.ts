/** A web-standard route handler with the path's parameters, as Next passes them. */
export type RouteHandler<P = Record<string, string>> = (
  request: Request,
  context: { params: Promise<P> },
) => Promise<Response> | Response;
