import type { z } from "zod";
import { ServiceError } from "@/lib/errors";
import { bearerOf } from "@/lib/http/bearer";
import type { NoQuery } from "@/lib/http/query";
import { browserContext } from "@/lib/http/request-context";
import { type Exchange, route } from "@/lib/http/route";
import type { RouteHandler } from "@/lib/http/route-handler";
import {
  authenticateOperatorToken,
  type OperatorCaller,
} from "@/lib/operators/authenticate-operator-token";
import { takeOperatorRequest } from "@/lib/rate-limits/request-limits";

/** A route of the operator plane: an operator token (`aop_…`) and its request limit. Any other bearer is the
 *  same 401, so that nothing on this plane tells a tenant's token from nonsense.
 *  @param query the query parameters it takes; none without */
export function operatorRoute<P = Record<string, never>, Q extends z.ZodObject = typeof NoQuery>(
  handle: (exchange: Exchange<OperatorCaller, P, Q>) => Promise<Response>,
  query?: Q,
): RouteHandler<P> {
  return route(
    async (request, requestId) => {
      const bearer = bearerOf(request);
      const operator = bearer && (await authenticateOperatorToken(bearer));
      if (!operator)
        throw new ServiceError("unauthenticated", {
          detail: "Send an operator token as a bearer token.",
        });
      await takeOperatorRequest(operator.operatorTokenId);
      // No end user stands behind this call: where it comes from is where the operator is.
      return { ...operator, context: browserContext(request.headers, requestId) };
    },
    handle,
    { query },
  );
}
