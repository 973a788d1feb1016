/** What says how long a body is, how it is written and which one it is (RFC 9110 §8). */
const ofTheBytes = ["content-length", "content-encoding", "transfer-encoding", "etag"];
/** What is left to say of a body whose bytes are others: what kind it is. */
const ofTheBody = [...ofTheBytes, "content-type", "content-language", "last-modified"];

/** The headers of an answer whose body is replaced: none of them may speak of bytes that never come.
 *  @returns a copy */
export function headersForBody({ headers }: Response): Headers {
  return without(headers, ofTheBytes);
}

/** The headers of an answer whose body is left out.
 *  @returns a copy */
export function headersWithoutBody({ headers }: Response): Headers {
  return without(headers, ofTheBody);
}

function without(headers: Headers, names: readonly string[]): Headers {
  const copied = new Headers(headers);
  for (const name of names) copied.delete(name);
  return copied;
}
