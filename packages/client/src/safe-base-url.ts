/** An address without its last slash. Secrets go nowhere in the clear but to this machine. */
export function safeBaseUrl(address: string): string {
  const url = new URL(address);
  const local = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname);
  if (url.protocol !== "https:" && !(url.protocol === "http:" && local))
    throw new TypeError(`baseUrl must be https: ${url.origin}`);
  return url.origin + url.pathname.replace(/\/+$/, "");
}
