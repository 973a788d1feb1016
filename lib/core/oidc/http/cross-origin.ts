import { declaredBy } from "@/lib/core/http/operation";
import { resource } from "@/lib/core/http/resource";
import type { RouteHandler } from "@/lib/core/http/route-handler";

/** Declares an endpoint that pages of public clients call (Fetch, CORS protocol). The endpoint decides which
 *  origin may read its answer once it knows the client. Any origin may read other refusals: a page that can't
 *  tell a refusal from a network failure can neither sign in again nor wait. */
export function crossOriginResource(
  handlers: Partial<Record<"GET" | "POST", RouteHandler>>,
): ReturnType<typeof resource<Record<string, string>>> {
  const readable = Object.entries(handlers).map(([method, handle]) => {
    const readableHandle: RouteHandler = async (request, context) =>
      readableRefusal(request, await handle(request, context));
    return [method, Object.assign(readableHandle, { declared: declaredBy(handle) })];
  });
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
  // For a known client the endpoint has decided already: a page of another origin reads nothing.
  if (!/\borigin\b/i.test(headers.get("vary") ?? "")) {
    headers.set("access-control-allow-origin", origin);
    headers.append("vary", "Origin");
  }
  if (headers.has("access-control-allow-origin"))
    headers.set("access-control-expose-headers", "DPoP-Nonce, Retry-After, WWW-Authenticate");
  return response;
}
