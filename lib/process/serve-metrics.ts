import { createServer, type Server } from "node:http";
import { logger } from "@/lib/process/logger";

/** Answers `GET /metrics` on a port of its own: what a scraper reads is for operators, so it never shares a
 *  port with what the world can reach.
 *  @param collect the text, in Prometheus' exposition format 0.0.4
 *  @throws Error when the port can't be had */
export async function serveMetrics(
  port: number,
  host: string,
  collect: () => Promise<string>,
): Promise<Server> {
  const server = createServer((request, response) => {
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
