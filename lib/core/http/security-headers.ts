import { config } from "@/lib/kernel/config/config";

/** Security headers of answers with data: when a browser opens one, nothing runs, no page frames it, and its
 *  links send no referrer. */
const ofData: readonly (readonly [string, string])[] = [
  ["content-security-policy", "default-src 'none'; frame-ancestors 'none'"],
  ["referrer-policy", "no-referrer"],
  ["x-frame-options", "DENY"],
];

/** Sets missing security headers on an answer of the API planes. A page sets its own policy for scripts and
 *  frames: one that posts a form to another origin needs a referrer.
 *  @param headers are changed */
export function addSecurityHeaders(headers: Headers): void {
  headers.set("x-content-type-options", "nosniff");
  if (isOverTls()) headers.set("strict-transport-security", TRANSPORT_SECURITY);
  if (headers.get("content-type")?.startsWith("text/html")) return;
  for (const [name, value] of ofData) if (!headers.has(name)) headers.set(name, value);
}

/** Two years, the value that browsers require. */
export const TRANSPORT_SECURITY = "max-age=63072000";

/** Whether browsers use TLS. */
export function isOverTls(): boolean {
  return config().baseUrl.startsWith("https://");
}
