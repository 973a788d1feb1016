import type { IncomingMessage, ServerResponse } from "node:http";
import type { Span } from "@opentelemetry/api";
import { CLIENT_CLOSED_REQUEST } from "@/lib/core/http/aborted";
import { isAccessLogOn, logRequest } from "@/lib/kernel/process/access-log";
import { countRequest } from "@/lib/kernel/process/counters";
import { CurrentRequest, duringRequest } from "@/lib/kernel/process/current-request";
import { clientAddress, isTrustedProxy } from "@/lib/kernel/process/peer-address";
import { beginRequestSpan, belowSpan, endRequestSpan, isTracing } from "@/lib/kernel/process/spans";

/** A request to be counted, traced and logged. */
interface Observed {
  request: IncomingMessage;
  response: ServerResponse;
  /** Pattern of its route, or `pages`. */
  route: string;
  /** Path as sent, without the query. */
  path: string;
}

/** Answers a request. Once the response is over, the request is counted, its span ends, and its line is added
 *  to the access log. While it is handled, every line of the log has its id. */
export function observeRequest(observed: Observed, respond: () => void): void {
  const { request, response, route } = observed;
  const { headers, socket, method = "" } = request;
  const startedAt = performance.now();
  const sentBefore = socket.bytesWritten;
  const current = new CurrentRequest(headers["x-request-id"]);
  const span = isTracing() ? spanOf(observed) : null;
  response.once("close", () => {
    // A client that disconnects before there is a response gets none.
    const status = response.headersSent ? response.statusCode : CLIENT_CLOSED_REQUEST;
    const took = performance.now() - startedAt;
    countRequest(route, method, status, took / 1000);
    if (span) endRequestSpan(span, status, current.tenantId);
    if (isAccessLogOn())
      logRequest({
        requestId: current.id,
        method,
        route,
        path: shownPath(observed),
        status,
        durationMs: Math.round(took * 1000) / 1000,
        bytes: socket.bytesWritten - sentBefore,
        clientAddress: addressOf(request),
        tenantId: current.tenantId,
        traceId: span?.spanContext().traceId,
      });
  });
  duringRequest(current, () => (span ? belowSpan(span, respond) : respond()));
}

function spanOf({ request, route }: Observed): Span | null {
  const { headers, socket, method = "" } = request;
  const { traceparent } = headers;
  const isTrusted = traceparent !== undefined && isTrustedProxy(socket.remoteAddress ?? "");
  return beginRequestSpan(method, route, { traceparent, isTrusted });
}

/** Hides a path with which a reader of the log could continue: an authorization's path contains its id. */
function shownPath({ route, path }: Observed): string {
  return route.includes("[uid]") ? route : path;
}

function addressOf({ headers }: IncomingMessage): string | null {
  const get = (name: string) => {
    const value = headers[name];
    return Array.isArray(value) ? value.join(",") : (value ?? null);
  };
  return clientAddress({ get });
}
