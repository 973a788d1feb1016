/** Appends parameters to an address and leaves its own unchanged to the byte (RFC 6749 §3.1.2): parsing and
 *  writing them again would break a signature over them, or bytes that are no UTF-8. */
export function withParameters(address: string, parameters: Record<string, string>): string {
  const at = address.indexOf("?");
  const path = new URL(at < 0 ? address : address.slice(0, at)).href;
  const query = at < 0 ? "" : address.slice(at + 1).toWellFormed();
  const escaped = query.replace(NOT_IN_HEADERS, encodeURIComponent);
  const parts = [escaped, new URLSearchParams(parameters).toString()].filter(Boolean);
  return parts.length === 0 ? path : `${path}?${parts.join("&")}`;
}

/** Characters that a header may not contain. A browser would escape them in the same way. */
const NOT_IN_HEADERS = /[^\x21-\x7e]+/gu;
