import { config } from "@/lib/kernel/config/config";

/** What an answer that is data says to a browser that is led to it: nothing in it runs, nothing frames it, and
 *  where it leads learns no address. */
const ofData: readonly (readonly [string, string])[] = [
  ["content-security-policy", "default-src 'none'; frame-ancestors 'none'"],
  ["referrer-policy", "no-referrer"],
  ["x-frame-options", "DENY"],
];

/** Gives an answer of the API planes the headers that it does not bring along. A page says by itself what it may
 *  do and who may frame it: one that posts a form elsewhere needs to say from where.
 *  @param headers are changed */
export function secure(headers: Headers): void {
  headers.set("x-content-type-options", "nosniff");
  if (overTls()) headers.set("strict-transport-security", TRANSPORT_SECURITY);
  if (headers.get("content-type")?.startsWith("text/html")) return;
  for (const [name, value] of ofData) if (!headers.has(name)) headers.set(name, value);
}

/** Two years, as browsers ask for. */
export const TRANSPORT_SECURITY = "max-age=63072000";

/** Whether browsers reach us over TLS. */
export function overTls(): boolean {
  return config().baseUrl.startsWith("https://");
}
