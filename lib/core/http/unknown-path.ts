import { handleInPlane } from "@/lib/core/http/framed";
import { nearestPath } from "@/lib/core/http/nearest-path";
import { operationsOf, type RouteFile } from "@/lib/core/http/operation";
import { NoQuery, readQuery } from "@/lib/core/http/query";
import type { RouteHandler } from "@/lib/core/http/route-handler";
import { missing, ServiceError } from "@/lib/kernel/errors";
import { singleton } from "@/lib/kernel/process/singleton";

/** Refusal of an unknown path of the JSON planes, with the described path of similar spelling. Reads nothing
 *  but the description, which is public.
 *  @param routes the described route files, loaded with the first such request */
export function unknownPath(routes: () => Promise<readonly RouteFile[]>): RouteHandler {
  return (request) =>
    handleInPlane(request, "public", async () => {
      const suggestion = suggestedPath(request, await routes());
      const refusal = refusalOf(request);
      const { reason, detail, fields } = refusal;
      if (suggestion === null) throw refusal;
      throw new ServiceError(reason, {
        detail: `${detail ?? ""} Did you mean ${suggestion}?`.trim(),
        fields: { ...fields, suggestion },
      });
    });
}

/** Described path whose spelling is similar to the request's; null when there is none. */
export function suggestedPath(request: Request, routes: readonly RouteFile[]): string | null {
  return nearestPath(new URL(request.url).pathname, describedPaths(routes));
}

function describedPaths(routes: readonly RouteFile[]): readonly string[] {
  return singleton("described-paths", () => [
    ...new Set(operationsOf(routes).map(({ path }) => path)),
  ]);
}

/** An unknown query parameter is a 400 on every path. */
function refusalOf(request: Request): ServiceError {
  try {
    readQuery(request, NoQuery);
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
  return missing();
}
