import { occursMoreThan } from "@/lib/core/http/parameters";
import { config } from "@/lib/kernel/config/config";
import { ServiceError } from "@/lib/kernel/errors";

/** A body larger than the general limit. An authenticated caller may have it read on, up to the
 *  limit of the endpoint. */
class Unfinished {
  constructor(
    readonly chunks: Uint8Array[],
    readonly bytes: number,
    readonly limit: number,
  ) {}
}

const bodies = new WeakMap<Request, Uint8Array<ArrayBuffer> | Unfinished>();

/** Reads a body of known length.
 *  @param ms time limit
 *  @returns null when it did not arrive in time */
export type ReadWhole = (ms: number) => Promise<Uint8Array<ArrayBuffer> | null>;

const ways = new WeakMap<Request, ReadWhole>();

/** Sets a faster way to read a request's body than its stream: the stream takes a tenth of a short request's
 *  time. A host that has one sets it before the request is handled; it is optional. */
export function setBodyReader(request: Request, way: ReadWhole): void {
  ways.set(request, way);
}

/** Receives the whole body of a request under a deadline, before any other work: a slow or missing body then
 *  holds neither a place in a plane nor a database connection. A body that is too large is refused only when
 *  it is read, after the caller was authenticated.
 *  @param limit largest size in bytes
 *  @throws ServiceError `request_timeout`, and `malformed` when the sender closed the connection */
export async function receiveBody(
  request: Request,
  limit = config().limits.bodyBytes,
): Promise<void> {
  if (bodies.has(request)) return;
  const way = ways.get(request);
  const { headers } = request;
  const announced = Number(headers.get("content-length") ?? 0);
  if (way && announced > 0 && announced <= limit && !headers.has("transfer-encoding"))
    bodies.set(request, await takeBy(way));
  else if (request.body !== null)
    bodies.set(request, await take(request, request.body, new Unfinished([], 0, limit)));
}

async function takeBy(way: ReadWhole): Promise<Uint8Array<ArrayBuffer>> {
  const body = await way(config().limits.bodySeconds * 1000).catch(() => {
    throw incomplete();
  });
  if (body) return body;
  throw tooLate();
}

function tooLate(): ServiceError {
  return new ServiceError("request_timeout", {
    detail: `The body did not arrive within ${config().limits.bodySeconds} seconds.`,
  });
}

function incomplete(): ServiceError {
  return new ServiceError("malformed", { detail: "The body ended before it was complete." });
}

/** Returns the body as text.
 *  @param limit largest size in bytes, if above the general limit
 *  @throws ServiceError `payload_too_large`, `malformed` for invalid UTF-8, and as `receiveBody` */
export async function readText(request: Request, limit?: number): Promise<string> {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(await readBytes(request, limit));
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    throw new ServiceError("malformed", { detail: "The body is not valid UTF-8." });
  }
}

/** Most fields of a page's form: one for each of 500 users, and a reserve. */
const MOST_FIELDS = 1_000;

/** Checks that the form of a page can be read.
 *  @throws ServiceError `payload_too_large`, `malformed`, and as `receiveBody` */
export async function assertForm(request: Request, limit: number): Promise<void> {
  const bytes = await readBytes(request, limit);
  const type = request.headers.get("content-type") ?? "";
  if (!/^(multipart\/form-data|application\/x-www-form-urlencoded)\b/i.test(type)) return;
  const [, quoted, bare = ""] = /;\s*boundary=(?:"([^"]*)"|([^;\s]*))/i.exec(type) ?? [];
  const separator = /^multipart/i.test(type) ? `--${quoted ?? bare}` : "&";
  if (
    occursMoreThan(
      MOST_FIELDS,
      separator,
      Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    )
  )
    throw new ServiceError("malformed", {
      detail: `The form has more than ${MOST_FIELDS} fields.`,
    });
  try {
    await new Response(bytes, { headers: { "content-type": type } }).formData();
  } catch {
    throw new ServiceError("malformed", { detail: "The body is not a form." });
  }
}

/** Refuses an encoded body: decompression could turn a few bytes into any number (RFC 9110 §12.5.3).
 *  @throws ServiceError `unsupported_media_type` */
function assertUnpacked({ headers }: Request): void {
  const encoding = headers.get("content-encoding")?.trim().toLowerCase() || "identity";
  if (encoding === "identity") return;
  throw new ServiceError("unsupported_media_type", {
    detail: "Send the body as it is, without Content-Encoding.",
    fields: { acceptEncoding: "identity" },
  });
}

async function readBytes(
  request: Request,
  limit = config().limits.bodyBytes,
): Promise<Uint8Array<ArrayBuffer>> {
  assertUnpacked(request);
  await receiveBody(request, limit);
  const received = bodies.get(request) ?? new Uint8Array();
  if (!(received instanceof Unfinished)) return received;
  const { chunks, bytes } = received;
  const body =
    request.body && limit > received.limit
      ? await take(request, request.body, new Unfinished(chunks, bytes, limit))
      : received;
  bodies.set(request, body);
  if (!(body instanceof Unfinished)) return body;
  throw tooLarge(body.limit);
}

/** Yields a body in pieces as it arrives, without ever holding the whole.
 *  @param limit largest size in bytes
 *  @throws ServiceError `payload_too_large`, `request_timeout` when nothing arrived for the time limit of a
 *    short body, and as `receiveBody` */
export async function* bodyPieces(
  request: Request,
  limit: number,
): AsyncGenerator<Uint8Array, void> {
  assertUnpacked(request);
  await receiveBody(request);
  const received = bodies.get(request) ?? new Uint8Array();
  if (!(received instanceof Unfinished)) return yield received;
  if (Number(request.headers.get("content-length") ?? 0) > limit) throw tooLarge(limit);
  let { bytes } = received;
  bodies.set(request, new Unfinished([], bytes, limit));
  yield* received.chunks;
  const reader = request.body?.getReader();
  if (!reader) return;
  try {
    for (;;) {
      const { done, value } = await nextPiece(reader);
      if (done) break;
      bytes += value.byteLength;
      if (bytes > limit) throw tooLarge(limit);
      yield value;
    }
    bodies.set(request, new Uint8Array());
  } finally {
    reader.releaseLock();
  }
}

async function nextPiece(
  reader: ReadableStreamDefaultReader<Uint8Array>,
): Promise<ReadableStreamReadResult<Uint8Array>> {
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    reader.releaseLock();
  }, config().limits.bodySeconds * 1000);
  try {
    return await reader.read();
  } catch {
    throw late ? tooLate() : incomplete();
  } finally {
    clearTimeout(timer);
  }
}

/** Refusal of a body that is too large.
 *  @param limit largest size in bytes */
export function tooLarge(limit: number): ServiceError {
  return new ServiceError("payload_too_large", {
    detail: `The body is larger than ${limit} bytes.`,
  });
}

/** Reads up to the limit. The rest stays unread and is not cancelled: that would close the
 *  connection before the answer.
 *  @param taken what was read before, and the limit
 *  @returns the whole body, or what was read of a larger one */
async function take(
  request: Request,
  body: ReadableStream<Uint8Array>,
  { chunks, bytes, limit }: Unfinished,
): Promise<Uint8Array<ArrayBuffer> | Unfinished> {
  const announced = Number(request.headers.get("content-length") ?? 0);
  // The part read before may have been one large piece.
  if (announced > limit || bytes > limit) return new Unfinished(chunks, bytes, limit);
  const reader = body.getReader();
  let size = bytes;
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    reader.releaseLock();
  }, config().limits.bodySeconds * 1000);
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return Buffer.concat(chunks);
      size += value.byteLength;
      chunks.push(value);
      if (size > limit) return new Unfinished(chunks, size, limit);
    }
  } catch {
    throw late ? tooLate() : incomplete();
  } finally {
    clearTimeout(timer);
    reader.releaseLock();
  }
}
