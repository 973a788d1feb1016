import { ServiceError } from "@/lib/errors";
import { bearerOf } from "@/lib/http/bearer";
import { browserContext } from "@/lib/http/request-context";
import {
  authenticateOperatorToken,
  type OperatorCaller,
} from "@/lib/platform/operators/authenticate-operator-token";

/** The operator whose token (`aop_…`) a request carries. Any other bearer is the same 401, so that nothing on this
 *  plane tells a tenant's token from nonsense.
 *  @throws ServiceError `unauthenticated` */
export async function authenticateOperator(
  request: Request,
  requestId: string,
): Promise<OperatorCaller> {
  const bearer = bearerOf(request);
  const operator = bearer && (await authenticateOperatorToken(bearer));
  if (!operator)
    throw new ServiceError("unauthenticated", {
      detail: "Send an operator token as a bearer token.",
    });
  // No end user stands behind this call: where it comes from is where the operator is.
  return { ...operator, context: browserContext(request.headers, requestId) };
}
