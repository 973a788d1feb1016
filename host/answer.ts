import type { Match, RouteMethod, RouteModule } from "@/host/route-table";

const methods: readonly string[] = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/** Answers a request to a route as Next does: HEAD is GET without its body, and OPTIONS names what the
 *  file exports.
 *  @returns null for a method that no route can have */
export function answer(
  request: Request,
  { module, params }: Match,
): Promise<Response> | Response | null {
  const { method } = request;
  if (method === "OPTIONS") return options(module);
  const named = method === "HEAD" ? "GET" : method;
  if (!isRouteMethod(named)) return null;
  const handler = module[named];
  if (!handler) return new Response(null, { status: 405 });
  // A catch-all's parameter is a list; the route's own type says which of its parameters are.
  return handler(request, { params: Promise.resolve(params as Record<string, string>) });
}

function isRouteMethod(method: string): method is RouteMethod {
  return methods.includes(method);
}

function options(module: RouteModule): Response {
  const allow = [...methods.filter((method) => method in module), "OPTIONS"];
  if (module.GET) allow.push("HEAD");
  return new Response(null, { status: 204, headers: { allow: allow.sort().join(", ") } });
}
