import "@/lib/features/all";
import {
  createServer,
  type IncomingMessage,
  type Server,
  ServerResponse,
  STATUS_CODES,
} from "node:http";
import { NodeRequest, sendNodeResponse } from "srvx/node";
import { answer } from "@/host/answer";
import { endStalled, guardConnections, inTurn } from "@/host/connections";
import { Response as HostResponse } from "@/host/fast-response";
import { observeRequest } from "@/host/observe-request";
import { answerPageInTime, endLate } from "@/host/request-deadlines";
import { type Match, RouteTable } from "@/host/route-table";
import { wholeBody } from "@/host/whole-body";
import { wholeRequest } from "@/host/whole-request";
import { allowEncoding } from "@/lib/core/http/kept-encoding";
import { LONGEST_UPLOAD_MS, longRequests } from "@/lib/core/http/long-requests";
import { type PageFailure, recordPageFailure } from "@/lib/core/http/page-failures";
import { preparing } from "@/lib/core/http/prepare-request";
import { problemResponse } from "@/lib/core/http/problem";
import { publicRoute } from "@/lib/core/http/public-route";
import { setBodyReader, tooLarge } from "@/lib/core/http/receive-body";
import { FORM_BYTES } from "@/lib/core/http/refuse-page-request";
import { addSecurityHeaders } from "@/lib/core/http/security-headers";
import { config } from "@/lib/kernel/config/config";
import { missing } from "@/lib/kernel/errors";
import { isLeaving } from "@/lib/kernel/process/draining";
import { whenSent } from "@/lib/kernel/process/lent-bytes";
import { logger } from "@/lib/kernel/process/logger";

/** A handler with Node's own request and response, such as Next. */
export type NodeHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Planes that a server answers: all, only the APIs, or only the pages. */
export type Serves = "all" | "api" | "pages";

/** Paths for load balancers and scrapers, on every server. */
const everywhere = new Set(["/healthz", "/readyz"]);

const nothing = publicRoute(async () => {
  throw missing();
});

/** Makes the HTTP server: it answers routes, and passes all other requests to `pages`.
 *  @param pages Next, or null on a server of only the APIs */
export function hostServer(
  routes: ConstructorParameters<typeof RouteTable>[0],
  serves: Serves,
  pages: NodeHandler | null,
): Server {
  const table = new RouteTable(routes);
  const { headerSeconds, requestSeconds, stallSeconds } = config().limits;
  const options = {
    ServerResponse: NamedStatus,
    headersTimeout: headerSeconds * 1000,
    requestTimeout: LONGEST_UPLOAD_MS,
    connectionsCheckingInterval: 1000,
    // No other protocol is supported: an upgrade is answered in HTTP/1.1.
    shouldUpgradeCallback: () => false,
  };
  const respond = (request: IncomingMessage, response: NamedStatus<IncomingMessage>) => {
    // The connection would otherwise stay open for a next request that this process will not accept.
    if (isLeaving() || !server.listening) response.shouldKeepAlive = false;
    const path = pathOf(request.url);
    const match = table.match(path);
    const meant = match ?? table.looseMatch(path);
    if (!longRequests.has(`${request.method} ${path}`))
      endLate(request, response, requestSeconds * 1000);
    const served = serves === "all" || everywhere.has(path) || meant?.page === (serves === "pages");
    const refused = meant !== null && !served;
    observeRequest({ request, response, route: meant?.pattern ?? "pages", path }, () => {
      const answered = match && !refused ? serveRoute(request, response, match) : undefined;
      (answered ?? passOn(request, response, refused ? null : pages)).catch((error: unknown) =>
        fail(error, response),
      );
    });
  };
  const server = createServer(options, preparing(inTurn(respond), noteUnroutable));
  endStalled(server, stallSeconds * 1000);
  guardConnections(server);
  return server;
}

/** Web-standard responses have an empty reason phrase beside the status; readers of traces expect the usual
 *  one. Also turns a page's 500 into a 503 when the database failed, which Next can't distinguish. */
class NamedStatus<R extends IncomingMessage> extends ServerResponse<R> {
  readonly failure: PageFailure = { retryAfterSeconds: null };

  /** Notifies the lender of bytes once they were sent; those that failed may still be on their way. */
  override write(chunk: unknown, ...rest: unknown[]): boolean {
    const sent = rest.length === 0 ? whenSent(chunk) : undefined;
    const callback = sent ? [(error?: Error | null) => error ?? sent()] : rest;
    return Reflect.apply(super.write, this, [chunk, ...callback]);
  }

  override writeHead(status: number, ...rest: unknown[]): this {
    const [phrase] = rest;
    const { retryAfterSeconds } = this.failure;
    const sentStatus = status === 500 && retryAfterSeconds !== null ? 503 : status;
    if (sentStatus !== status) this.setHeader("retry-after", String(retryAfterSeconds));
    if (phrase === "" || (sentStatus !== status && typeof phrase === "string"))
      rest[0] = STATUS_CODES[sentStatus] ?? "";
    return Reflect.apply(super.writeHead, this, [sentStatus, ...rest]);
  }
}

/** Counts a request that was answered before routing. Its target may be anything. */
function noteUnroutable(request: IncomingMessage, response: ServerResponse): void {
  observeRequest({ request, response, route: "unroutable", path: "" }, () => {});
}

/** Returns the path as sent; Next gets all but plain ones. */
function pathOf(url = "/"): string {
  const end = url.indexOf("?");
  return end < 0 ? url : url.slice(0, end);
}

/** Answers from a route file.
 *  @returns undefined for a method that no route can have */
function serveRoute(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  match: Match,
): Promise<void> | undefined {
  allowEncoding(incoming);
  const request = new NodeRequest({ req: incoming, res: outgoing });
  if (incoming.headers["content-length"] !== undefined)
    setBodyReader(request, (ms) => wholeBody(incoming, ms));
  const response = answer(request, match);
  if (response === null) return undefined;
  return Promise.resolve(response).then((found) => send(outgoing, found));
}

async function passOn(
  request: IncomingMessage,
  response: NamedStatus<IncomingMessage>,
  pages: NodeHandler | null,
): Promise<void> {
  if (pages) {
    const whole = await wholeRequest(request);
    if (whole) {
      answerPageInTime(response);
      await recordPageFailure(response.failure, () => pages(whole, response));
    } else await send(response, formTooLarge());
    return;
  }
  const none = { params: Promise.resolve({}) };
  await send(response, await nothing(new NodeRequest({ req: request, res: response }), none));
}

async function send(outgoing: ServerResponse, response: Response): Promise<void> {
  if (!HostResponse.sendsInOnePiece(response, outgoing)) await sendNodeResponse(outgoing, response);
}

function formTooLarge(): Response {
  const response = problemResponse(tooLarge(FORM_BYTES));
  addSecurityHeaders(response.headers);
  return response;
}

function fail(error: unknown, response: ServerResponse): void {
  // It failed because the client disconnected.
  if (response.destroyed) return;
  logger.error({ err: error }, "a request could not be answered");
  if (response.headersSent) response.destroy();
  else response.writeHead(500).end();
}
