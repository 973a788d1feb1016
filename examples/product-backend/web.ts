import type { IncomingMessage, ServerResponse } from "node:http";

/** A request that this backend refuses without a call of Atrium. */
export class Refused extends Error {
  constructor(readonly status: number) {
    super(`refused with ${status}`);
  }
}

const LONGEST_FORM = 16_384;

/** Reads the fields of a posted form. Only this site's own pages may post: a form elsewhere would act with
 *  the user's cookie. */
export async function formOf(request: IncomingMessage): Promise<(name: string) => string> {
  const origin = request.headers.origin;
  if (origin !== undefined && URL.parse(origin)?.host !== request.headers.host)
    throw new Refused(403);
  let text = "";
  for await (const chunk of request) {
    text += chunk;
    if (text.length > LONGEST_FORM) throw new Refused(413);
  }
  const fields = new URLSearchParams(text);
  return (name) => fields.get(name) ?? "";
}

const HEADERS = {
  "cache-control": "no-store",
  "content-security-policy":
    "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  "referrer-policy": "same-origin",
  "x-content-type-options": "nosniff",
};

/** Sends a page. */
export function send(
  response: ServerResponse,
  text: string,
  { status = 200, cookies = [] as string[], type = "text/html; charset=utf-8" } = {},
): void {
  // Added to those that a sign-in has set already.
  if (cookies.length > 0) response.appendHeader("set-cookie", cookies);
  response.writeHead(status, {
    ...HEADERS,
    "content-type": type,
  });
  response.end(text);
}

/** Redirects the browser with GET. */
export function redirect(response: ServerResponse, to: string, cookies: string[] = []): void {
  if (cookies.length > 0) response.appendHeader("set-cookie", cookies);
  response.writeHead(303, { ...HEADERS, location: to });
  response.end();
}
