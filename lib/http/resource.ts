import { ServiceError } from "@/lib/errors";
import { framed } from "@/lib/http/route";
import type { RouteHandler } from "@/lib/http/route-handler";

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
type Method = (typeof methods)[number];

/** The handlers of one path, complete: a method that the path does not know answers 405 with a problem
 *  document and `Allow` (RFC 9110 §15.5.6). Every route file exports what this returns. */
export function resource<P>(
  handlers: Partial<Record<Method, RouteHandler<P>>>,
): Record<Method, RouteHandler<P>> {
  const allow = methods.filter((method) => handlers[method]);
  const refuse: RouteHandler<P> = (request) =>
    framed(request, "public", async () => {
      throw new ServiceError("method_not_allowed", {
        detail: `This resource takes ${allow.join(", ")}.`,
        fields: { allow },
      });
    });
  return Object.fromEntries(
    methods.map((method) => [method, handlers[method] ?? refuse]),
  ) as Record<Method, RouteHandler<P>>;
}
