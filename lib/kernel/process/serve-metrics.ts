import { createServer, type Server } from "node:http";
import { logger } from "@/lib/kernel/process/logger";
import { isOwnName } from "@/lib/kernel/process/own-names";

const OWN_NAMES = "Over the loopback interface, metrics answer this machine's own names alone.\n";

/** Answers `GET /metrics` on a port of its own: metrics are for operators, so they never share a port with
 *  public requests. On the loopback interface it answers this machine's own names only: a browser here must
 *  not hand it to a website whose name was pointed here (DNS rebinding).
 *  @param collect the text, in Prometheus' exposition format 0.0.4
 *  @throws Error when the port can't be opened */
export async function serveMetrics(
  port: number,
  host: string,
  collect: () => Promise<string>,
): Promise<Server> {
  const server = createServer((request, response) => {
    if (isLoopback(request.socket.localAddress) && !isOwnName(request.headers.host)) {
      response.writeHead(403, { "content-type": "text/plain" }).end(OWN_NAMES);
      return;
    }
    if (request.url !== "/metrics" || !["GET", "HEAD"].includes(request.method ?? "")) {
      response.writeHead(404, { "content-type": "text/plain" }).end("Only GET /metrics is here.\n");
      return;
    }
    collect().then(
      (text) => response.writeHead(200, { "content-type": "text/plain; version=0.0.4" }).end(text),
      (error: unknown) => {
        logger.error({ err: error }, "metrics could not be collected");
        response.writeHead(503, { "content-type": "text/plain" }).end("Try again.\n");
      },
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen({ port, host }, resolve);
  });
  return server;
}

const isLoopback = (address = ""): boolean => /^(?:::ffff:)?127\.|^::1$/.test(address);
