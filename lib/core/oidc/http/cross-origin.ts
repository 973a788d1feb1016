import { resource } from "@/lib/core/http/resource";
import type { RouteHandler } from "@/lib/core/http/route-handler";

/** An endpoint that public clients call from a page of theirs (Fetch, CORS protocol). The endpoint itself decides which origin
 *  may read its answer, when it knows the client. Any other refusal may be read by whichever origin asked: a page that can't
 *  tell one from a network that is down can neither sign in again nor wait. */
export function crossOriginResource(
  handlers: Partial<Record<"GET" | "POST", RouteHandler>>,
): ReturnType<typeof resource<Record<string, string>>> {
  const readable = Object.entries(handlers).map(([method, handle]) => [
    method,
    async (...[request, context]: Parameters<RouteHandler>) =>
      readableRefusal(request, await handle(request, context)),
  ]);
  return resource(Object.fromEntries(readable), preflight);
}

function preflight(request: Request): Response {
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

function readableRefusal(request: Request, response: Response): Response {
  const origin = request.headers.get("origin");
  if (origin === null || response.status < 400) return response;
  const { headers } = response;
  // Where the client is known, it is decided already: a page of another's reads nothing.
  if (!/\borigin\b/i.test(headers.get("vary") ?? "")) {
    headers.set("access-control-allow-origin", origin);
    headers.append("vary", "Origin");
  }
  if (headers.has("access-control-allow-origin"))
    headers.set("access-control-expose-headers", "DPoP-Nonce, Retry-After, WWW-Authenticate");
  return response;
}
