import { bearerOf } from "@/lib/core/http/bearer";
import { browserContext } from "@/lib/core/http/request-context";
import { authenticateOperatorSession } from "@/lib/core/operators/authenticate-operator-session";
import {
  authenticateOperatorToken,
  type OperatorCaller,
} from "@/lib/core/operators/authenticate-operator-token";
import { ServiceError } from "@/lib/kernel/errors";

/** The operator whose token (`aop_…`), or whose sign-in from a command line, a request carries. Any other bearer is the same 401, so that nothing on this
 *  plane tells a tenant's token from nonsense.
 *  @throws ServiceError `unauthenticated`, `forbidden` for an operator who lacks a factor */
export async function authenticateOperator(
  request: Request,
  requestId: string,
): Promise<OperatorCaller> {
  const bearer = bearerOf(request);
  const operator = bearer && (await authenticateBearer(bearer));
  if (!operator)
    throw new ServiceError("unauthenticated", {
      detail: "Send an operator token, or what `atrium token` prints, as a bearer token.",
    });
  // No end user stands behind this call: where it comes from is where the operator is.
  return { ...operator, context: browserContext(request.headers, requestId) };
}

/** The same for what concerns more than one tenant, or what the operator decides about a tenant.
 *  @throws ServiceError `unauthenticated`, `forbidden` for a token that reaches one tenant alone */
export async function authenticateWholeOperator(
  request: Request,
  requestId: string,
): Promise<OperatorCaller> {
  const operator = await authenticateOperator(request, requestId);
  if (operator.onlyTenant !== null)
    throw new ServiceError("forbidden", {
      detail: "This operator token reaches the configuration of one tenant alone.",
    });
  return operator;
}

const authenticateBearer = (bearer: string) =>
  bearer.startsWith("aop_")
    ? authenticateOperatorToken(bearer)
    : authenticateOperatorSession(bearer);
