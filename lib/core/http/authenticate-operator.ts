import { bearerOf } from "@/lib/core/http/bearer";
import { browserContext } from "@/lib/core/http/request-context";
import { authenticateOperatorSession } from "@/lib/core/operators/authenticate-operator-session";
import {
  authenticateOperatorToken,
  type OperatorCaller,
} from "@/lib/core/operators/authenticate-operator-token";
import { ServiceError } from "@/lib/kernel/errors";

/** Authenticates the operator by a token (`aop_…`) or by a sign-in from a command line. Any other bearer
 *  token is the same 401, so that nothing on this plane distinguishes a tenant's token from an invalid one.
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
  // The call has no end user behind it: its address is the operator's.
  return { ...operator, context: browserContext(request.headers, requestId) };
}

/** Like `authenticateOperator`, for requests that concern several tenants, or that decide about a tenant.
 *  @throws ServiceError `unauthenticated`, `forbidden` for a token that is limited to one tenant */
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
