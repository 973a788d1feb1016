/** The answer to a browser's preflight request (Fetch, CORS protocol) for an endpoint that public clients call from a
 *  page. The endpoint itself decides which origin may read its answer, when it knows the client. */
export function corsPreflight(request: Request): Response {
  const headers = new Headers({ vary: "origin" });
  const origin = request.headers.get("origin");
  if (origin) {
    headers.set("access-control-allow-origin", origin);
    headers.set("access-control-allow-methods", "GET, POST");
    headers.set("access-control-allow-headers", "authorization, content-type, dpop");
    headers.set("access-control-max-age", "3600");
  }
  return new Response(null, { status: 204, headers });
}
