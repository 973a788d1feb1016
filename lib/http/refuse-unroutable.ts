import { type IncomingMessage, Server, type ServerResponse } from "node:http";
import { ServiceError } from "@/lib/errors";
import { problemResponse } from "@/lib/http/problem";
import { refuseMethod } from "@/lib/http/refused-method";
import { secure } from "@/lib/http/security-headers";
import { singleton } from "@/lib/singleton";

const methods = ["DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"];

/** The host in a target of absolute form. It is not believed, as no Host header is: what counts is the path. */
const HOST = /^https?:\/\/[^/?#]*/i;

const hook = singleton("unroutable-hook", () => ({ installed: false }));

/** Makes every HTTP server of this process answer what its host would stumble over before any route sees it,
 *  and hand its host paths and methods that it knows how to pass on. */
export function refuseUnroutable(): void {
  if (hook.installed) return;
  hook.installed = true;
  const emit = Server.prototype.emit;
  Server.prototype.emit = function refusing(
    this: Server,
    event: string | symbol,
    ...args: unknown[]
  ) {
    if (event === "request") {
      const [request, response] = args as [IncomingMessage, ServerResponse];
      const answered = ofServer(request);
      if (answered) {
        answer(response, answered);
        return true;
      }
      if (!methods.includes(request.method ?? "")) refuseMethod(request);
    }
    return Reflect.apply(emit, this, [event, ...args]);
  };
}

/** The answer to a request that is for no path, or for none that can be read. Any other one's target is brought
 *  to the form that hosts know: a path and a query (RFC 9112 §3.2). */
function ofServer(request: IncomingMessage): Response | null {
  const target = request.url ?? "/";
  if (target === "*" && request.method === "OPTIONS")
    return new Response(null, { status: 204, headers: { allow: methods.join(", ") } });
  if (!target.startsWith("/")) {
    if (!HOST.test(target)) return malformed("The target of the request is no path.");
    const path = target.replace(HOST, "");
    request.url = path.startsWith("/") ? path : `/${path}`;
  }
  return isDecodable(request.url ?? "/")
    ? null
    : malformed("The path is not valid percent-encoded UTF-8.");
}

function isDecodable(target: string): boolean {
  try {
    decodeURIComponent(target.split("?")[0] ?? "");
    return true;
  } catch {
    return false;
  }
}

function malformed(detail: string): Response {
  return problemResponse(new ServiceError("malformed", { detail }));
}

function answer(response: ServerResponse, answered: Response): void {
  secure(answered.headers);
  const headers = Object.fromEntries(answered.headers);
  void answered.text().then((text) => response.writeHead(answered.status, headers).end(text));
}
