import type { Match, RouteMethod, RouteModule } from "@/host/route-table";

const methods: readonly string[] = ["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"];

/** Answers a request to a route as Next does: unless the file exports them, HEAD is GET without its body, and
 *  OPTIONS names the file's exports.
 *  @returns null for a method that no route can have */
export function answer(
  request: Request,
  { module, params }: Match,
): Promise<Response> | Response | null {
  const { method } = request;
  if (!isRouteMethod(method)) return null;
  const handler = module[method] ?? (method === "HEAD" ? module.GET : undefined);
  if (!handler && method === "OPTIONS") return options(module);
  if (!handler) return new Response(null, { status: 405 });
  // A catch-all's parameter is a list, as the route's own type declares.
  return handler(request, { params: Promise.resolve(params as Record<string, string>) });
}

function isRouteMethod(method: string): method is RouteMethod {
  return methods.includes(method);
}

function options(module: RouteModule): Response {
  const allow = methods.filter((method) => method in module || method === "OPTIONS");
  if (module.GET && !module.HEAD) allow.push("HEAD");
  return new Response(null, { status: 204, headers: { allow: allow.sort().join(", ") } });
}
