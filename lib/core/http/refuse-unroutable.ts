import type { IncomingMessage, ServerResponse } from "node:http";
import { hasTooMany, tooMany } from "@/lib/core/http/parameters";
import { problemResponse } from "@/lib/core/http/problem";
import { refuseMethod } from "@/lib/core/http/refused-method";
import { addSecurityHeaders } from "@/lib/core/http/security-headers";
import { ServiceError } from "@/lib/kernel/errors";

const methods = ["DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"];

/** Host in a target of absolute form. It is ignored, as every Host header is: only the path counts. */
const HOST = /^https?:\/\/[^/?#]*/i;

/** Answers a request that a host could not route, and rewrites any other one to a path and a method
 *  that hosts can pass on.
 *  @returns whether the request is answered */
export function answerUnroutable(request: IncomingMessage, response: ServerResponse): boolean {
  const answered = ofServer(request);
  if (answered) {
    answer(response, answered);
    return true;
  }
  if (!methods.includes(request.method ?? "")) refuseMethod(request);
  return false;
}

/** Returns the answer to a request whose target has no path or can't be parsed. Rewrites any other target to
 *  a path and a query (RFC 9112 §3.2). */
function ofServer(request: IncomingMessage): Response | null {
  const target = request.url ?? "/";
  if (target === "*" && request.method === "OPTIONS")
    return new Response(null, { status: 204, headers: { allow: methods.join(", ") } });
  if (!target.startsWith("/")) {
    if (!HOST.test(target)) return malformed("The target of the request is no path.");
    const path = target.replace(HOST, "");
    request.url = path.startsWith("/") ? path : `/${path}`;
  }
  const [path = "/", query = ""] = splitOnce(request.url ?? "/");
  if (hasTooMany(query)) return problemResponse(tooMany("query"));
  return isDecodable(path) ? null : malformed("The path is not valid percent-encoded UTF-8.");
}

function splitOnce(target: string): string[] {
  const at = target.indexOf("?");
  return at < 0 ? [target] : [target.slice(0, at), target.slice(at + 1)];
}

function isDecodable(path: string): boolean {
  if (!path.includes("%")) return true;
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

function malformed(detail: string): Response {
  return problemResponse(new ServiceError("malformed", { detail }));
}

function answer(response: ServerResponse, answered: Response): void {
  addSecurityHeaders(answered.headers);
  const headers = Object.fromEntries(answered.headers);
  void answered.text().then((text) => response.writeHead(answered.status, headers).end(text));
}
