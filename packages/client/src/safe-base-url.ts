/** Removes the trailing slashes of an address. Secrets are sent in the clear to this machine only. */
export function safeBaseUrl(address: string): string {
  const url = new URL(address);
  const local = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname);
  if (url.protocol !== "https:" && !(url.protocol === "http:" && local))
    throw new TypeError(`baseUrl must be https: ${url.origin}`);
  return url.origin + url.pathname.replace(/\/+$/, "");
}
