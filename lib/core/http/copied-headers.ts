/** Headers for a body's length, encoding and version (RFC 9110 §8). */
const ofTheBytes = ["content-length", "content-encoding", "transfer-encoding", "etag"];
/** Headers about the bytes, and the ones for type, language and date, which stay valid when
 *  only the bytes change. */
const ofTheBody = [...ofTheBytes, "content-type", "content-language", "last-modified"];

/** Copies the headers of an answer whose body is replaced, without those that describe the old bytes. */
export function headersForBody({ headers }: Response): Headers {
  return without(headers, ofTheBytes);
}

/** Copies the headers of an answer whose body is omitted. */
export function headersWithoutBody({ headers }: Response): Headers {
  return without(headers, ofTheBody);
}

function without(headers: Headers, names: readonly string[]): Headers {
  const copied = new Headers(headers);
  for (const name of names) copied.delete(name);
  return copied;
}
