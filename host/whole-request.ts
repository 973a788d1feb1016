import { IncomingMessage } from "node:http";
import { wholeBody } from "@/host/whole-body";
import { FORM_BYTES } from "@/lib/core/http/refuse-page-request";
import { hasBody } from "@/lib/core/http/unread-body";

/** Reads a request with all of its body, for a handler that would otherwise wait for a body that never
 *  arrives, read one of any length, and fail with an error of its own when its client disconnects. The
 *  server's timeout of requests is the deadline.
 *  @returns null when the client disconnected or sends more than a form may have */
export async function wholeRequest(request: IncomingMessage): Promise<IncomingMessage | null> {
  if (!hasBody(request)) return request;
  if (Number(request.headers["content-length"] ?? 0) > FORM_BYTES) return null;
  const body = await wholeBody(request, null, FORM_BYTES).catch(() => null);
  return body && replayed(request, body);
}

/** Returns the request unchanged, with its body before it. */
function replayed(request: IncomingMessage, body: Buffer): IncomingMessage {
  const { method, url, headers, rawHeaders, httpVersion, httpVersionMajor, httpVersionMinor } =
    request;
  const whole = new IncomingMessage(request.socket);
  Object.assign(whole, { method, url, headers, rawHeaders });
  Object.assign(whole, { httpVersion, httpVersionMajor, httpVersionMinor, complete: true });
  whole.push(body);
  whole.push(null);
  return whole;
}
