import { type IncomingMessage, Server, type ServerResponse } from "node:http";
import { ServiceError } from "@/lib/errors";
import { problemResponse } from "@/lib/http/problem";
import { singleton } from "@/lib/singleton";

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

const hook = singleton("unroutable-hook", () => ({ installed: false }));

/** Makes every HTTP server of this process answer what its host would stumble over before any route sees it,
 *  with a problem document like any other refusal. */
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
      const refusal = refusalOf(request.method ?? "", request.url ?? "");
      if (refusal) {
        answer(response, refusal);
        return true;
      }
    }
    return Reflect.apply(emit, this, [event, ...args]);
  };
}

/** Why no route can take a request, if that is so. */
function refusalOf(method: string, target: string): ServiceError | null {
  if (!methods.includes(method))
    return new ServiceError("method_not_allowed", {
      detail: `This service takes ${methods.join(", ")}.`,
      fields: { allow: methods },
    });
  try {
    decodeURIComponent(target.split("?")[0] ?? "");
    return null;
  } catch {
    return new ServiceError("malformed", {
      detail: "The path is not valid percent-encoded UTF-8.",
    });
  }
}

function answer(response: ServerResponse, refusal: ServiceError): void {
  const problem = problemResponse(refusal);
  const headers = { ...Object.fromEntries(problem.headers), "x-content-type-options": "nosniff" };
  void problem.text().then((text) => response.writeHead(problem.status, headers).end(text));
}
