import { handleInPlane } from "@/lib/core/http/framed";
import { refusedMethodOf } from "@/lib/core/http/refused-method";
import type { RouteHandler } from "@/lib/core/http/route-handler";
import { ServiceError } from "@/lib/kernel/errors";

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
type Method = (typeof methods)[number];

/** Builds all handlers of one path: a method without a handler is a 405 with a problem document, and
 *  OPTIONS lists the methods. `Allow` is the same list in both (RFC 9110 §10.2.1, §15.5.6). Every route
 *  file exports the result.
 *  @param preflight answers a browser's check whether a page of another origin may call */
export function resource<P>(
  handlers: Partial<Record<Method, RouteHandler<P>>>,
  preflight: (request: Request) => Response = () => new Response(null, { status: 204 }),
): Record<Method | "OPTIONS", RouteHandler<P>> {
  const taken = methods.filter((method) => handlers[method]);
  // Hosts answer HEAD from GET.
  const allow = [...taken, ...(handlers.GET ? ["HEAD"] : []), "OPTIONS"].sort();
  const refuse: RouteHandler<P> = (request) =>
    handleInPlane(request, "outside", async () => {
      throw new ServiceError("method_not_allowed", {
        detail: `This resource takes ${taken.join(", ")}.`,
        fields: { allow },
      });
    });
  const options: RouteHandler<P> = (request, context) =>
    refusedMethodOf(request.headers) === null
      ? handleInPlane(request, "outside", async () => {
          const response = preflight(request);
          response.headers.set("allow", allow.join(", "));
          return response;
        })
      : refuse(request, context);
  const answered = Object.fromEntries(
    methods.map((method) => [method, handlers[method] ?? refuse]),
  ) as Record<Method, RouteHandler<P>>;
  return { ...answered, OPTIONS: options };
}
