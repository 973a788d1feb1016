import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";

/** A request as Express and Node's own server have it. */
export type ServerRequest = IncomingMessage & {
  /** Path and query in the browser's request; a router shortens `url`. */
  originalUrl?: string;
  /** Result of a body parser. */
  body?: unknown;
};

/** Converts the request to the web's own. The address begins with the application's origin, whichever `Host`
 *  the request has.
 *  @param body whether it has its body too, which can be read once */
export function webRequest(
  request: ServerRequest,
  origin: string,
  { body: withBody = true } = {},
): Request {
  const { method = "GET" } = request;
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    for (const one of [value ?? []].flat()) headers.append(name, one);
  const url = new URL(origin + (request.originalUrl ?? request.url ?? "/"));
  if (!withBody || method === "GET" || method === "HEAD")
    return new Request(url, { method, headers });
  // A body that was parsed can't be read again: it is written anew from the result.
  const parsed = parsedBody(request.body, headers);
  const body = parsed ?? (Readable.toWeb(request) as unknown as ReadableStream<Uint8Array>);
  return new Request(url, { method, headers, body, duplex: "half" } as RequestInit);
}

function parsedBody(body: unknown, headers: Headers): string | null {
  if (typeof body === "string") return body;
  if (body instanceof Uint8Array) return new TextDecoder().decode(body);
  if (!body || typeof body !== "object") return null;
  if (/^application\/json\b/.test(headers.get("content-type") ?? "")) return JSON.stringify(body);
  const pairs = Object.entries(body).filter(([, value]) => typeof value === "string");
  return String(new URLSearchParams(pairs));
}

/** Sends the web's answer. */
export async function sendAnswer(response: ServerResponse, answer: Response): Promise<void> {
  response.statusCode = answer.status;
  for (const [name, value] of answer.headers)
    if (name !== "set-cookie") response.setHeader(name, value);
  addCookies(response, answer.headers.getSetCookie());
  response.end(new Uint8Array(await answer.arrayBuffer()));
}

/** Adds lines of `Set-Cookie` to those that the answer has. */
export function addCookies(response: ServerResponse, lines: string[]): void {
  if (lines.length > 0) response.appendHeader("set-cookie", lines);
}
