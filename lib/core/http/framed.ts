import { abortedAnswer } from "@/lib/core/http/aborted";
import { withDeadline } from "@/lib/core/http/answered-in-time";
import { fairnessKey } from "@/lib/core/http/neighbours";
import { problemResponse } from "@/lib/core/http/problem";
import { receiveBody } from "@/lib/core/http/receive-body";
import { requestIdOf } from "@/lib/core/http/request-context";
import { addSecurityHeaders } from "@/lib/core/http/security-headers";
import { asServiceError } from "@/lib/core/http/service-error";
import type { FairnessKey } from "@/lib/kernel/process/fair-queue";
import { type Place, type Plane, withinCapacity } from "@/lib/kernel/process/plane-capacity";

/** Receives the body and runs a handler within its plane's capacity. Turns every outcome into an
 *  answer with a request id.
 *  @param deadlineMs latest time of the answer, if later than usual */
export async function handleInPlane(
  request: Request,
  plane: Plane,
  handle: (requestId: string, key: FairnessKey, place: Place) => Promise<Response>,
  deadlineMs?: number,
): Promise<Response> {
  const requestId = requestIdOf(request);
  const key = fairnessKey(request);
  let response: Response;
  try {
    await receiveBody(request);
    response = await withDeadline(
      withinCapacity(plane, key, (place) => handle(requestId, key, place)),
      deadlineMs,
    );
  } catch (error) {
    response = abortedAnswer(request, error) ?? problemResponse(asServiceError(error, requestId));
  }
  if (request.method === "HEAD") response = await withoutBody(response);
  const { headers } = response;
  headers.set("x-request-id", requestId);
  addSecurityHeaders(headers);
  if (!headers.has("cache-control")) headers.set("cache-control", "no-store");
  return response;
}

/** Answer to HEAD. Cancels the body: an unread stream would hold its transaction open. */
async function withoutBody(response: Response): Promise<Response> {
  await response.body?.cancel();
  return new Response(null, { status: response.status, headers: response.headers });
}
