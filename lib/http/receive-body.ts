import { config } from "@/lib/config/config";
import { ServiceError } from "@/lib/errors";

const bodies = new WeakMap<Request, Uint8Array<ArrayBuffer> | ServiceError>();
const cutShort = new WeakSet<Request>();

/** Takes a request's body in, whole and under a deadline, before anything else is done for the request: one that
 *  comes slowly, or never, then holds neither a place in a plane nor a connection to the database. A body that
 *  can't be used is refused when it is read, so that who asks is judged first.
 *  @param limit how many bytes it may have
 *  @throws ServiceError `request_timeout`, and `malformed` for one whose sender went away */
export async function receiveBody(
  request: Request,
  limit = config().limits.bodyBytes,
): Promise<void> {
  if (request.body === null || bodies.has(request)) return;
  bodies.set(request, await take(request, request.body, limit));
}

/** The body as text.
 *  @throws ServiceError `payload_too_large`, `malformed` for bytes that are no UTF-8, and as `receiveBody` */
export async function readText(request: Request): Promise<string> {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(await readBytes(request));
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    throw new ServiceError("malformed", { detail: "The body is not valid UTF-8." });
  }
}

/** Checks that a form sent by a page can be read.
 *  @throws ServiceError `payload_too_large`, `malformed`, and as `receiveBody` */
export async function assertForm(request: Request, limit: number): Promise<void> {
  const bytes = await readBytes(request, limit);
  const type = request.headers.get("content-type") ?? "";
  if (!/^(multipart\/form-data|application\/x-www-form-urlencoded)\b/i.test(type)) return;
  try {
    await new Response(bytes, { headers: { "content-type": type } }).formData();
  } catch {
    throw new ServiceError("malformed", { detail: "The body is no form." });
  }
}

async function readBytes(request: Request, limit?: number): Promise<Uint8Array<ArrayBuffer>> {
  await receiveBody(request, limit);
  const body = bodies.get(request) ?? new Uint8Array();
  if (body instanceof ServiceError) throw body;
  return body;
}

/** Whether a part of the body was left on the connection, which then can't be used for another request. */
export function isCutShort(request: Request): boolean {
  return cutShort.has(request);
}

/** Reads up to the limit instead of holding what nobody will use. The rest is left, not cancelled: that would
 *  close the connection before the answer. */
async function take(
  request: Request,
  body: ReadableStream<Uint8Array>,
  limit: number,
): Promise<Uint8Array<ArrayBuffer> | ServiceError> {
  const tooLarge = () =>
    new ServiceError("payload_too_large", { detail: `The body is larger than ${limit} bytes.` });
  if (Number(request.headers.get("content-length") ?? 0) > limit) return tooLarge();
  const reader = body.getReader();
  const seconds = config().limits.bodySeconds;
  const chunks: Uint8Array[] = [];
  let size = 0;
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    reader.releaseLock();
  }, seconds * 1000);
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return Buffer.concat(chunks);
      size += value.byteLength;
      if (size > limit) {
        cutShort.add(request);
        return tooLarge();
      }
      chunks.push(value);
    }
  } catch {
    cutShort.add(request);
    if (late)
      throw new ServiceError("request_timeout", {
        detail: `The body did not arrive within ${seconds} seconds.`,
      });
    throw new ServiceError("malformed", { detail: "The body ended before it was complete." });
  } finally {
    clearTimeout(timer);
    reader.releaseLock();
  }
}
