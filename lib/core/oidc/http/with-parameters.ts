/** An address with parameters behind those that it has, which stay as they are to the byte (RFC 6749 §3.1.2): a signature
 *  over them, or bytes that are no UTF-8, would not outlive being read and written again. */
export function withParameters(address: string, parameters: Record<string, string>): string {
  const at = address.indexOf("?");
  const path = new URL(at < 0 ? address : address.slice(0, at)).href;
  const query = at < 0 ? "" : address.slice(at + 1).toWellFormed();
  const kept = query.replace(NOT_IN_HEADERS, encodeURIComponent);
  const parts = [kept, new URLSearchParams(parameters).toString()].filter(Boolean);
  return parts.length === 0 ? path : `${path}?${parts.join("&")}`;
}

/** What no header may hold. A browser would write it in this form too. */
const NOT_IN_HEADERS = /[^\x21-\x7e]+/gu;
