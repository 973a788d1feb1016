import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

/** One answer: a status with headers and a body, `hang` for none at all, `cut` for a connection that
 *  breaks. */
export type Scripted =
  | { status: number; headers?: Record<string, string>; body?: unknown; afterMs?: number }
  | "hang"
  | "cut";

export interface SeenRequest {
  method: string;
  url: string;
  headers: IncomingMessage["headers"];
  body: string;
  at: number;
}

/** Starts a server with scripted answers, for failures that a healthy service does not show.
 *  @param answer for the nth request of a path, counted from 1 */
export async function aScriptedServer(
  answer: (path: string, nth: number) => Scripted,
): Promise<{ baseUrl: string; seen: SeenRequest[]; stop: () => void }> {
  const seen: SeenRequest[] = [];
  const server = createServer(async (request, response) => {
    const { method = "", url = "", headers } = request;
    const one = { method, url, headers, body: "", at: Date.now() };
    seen.push(one);
    for await (const piece of request.setEncoding("utf8")) one.body += piece;
    const nth = seen.filter((one) => one.url === url).length;
    const scripted = answer(url, nth);
    if (scripted === "hang") return;
    if (scripted === "cut") return request.socket.destroy();
    const { status, headers: own = {}, body = {}, afterMs = 0 } = scripted;
    await new Promise((resolve) => setTimeout(resolve, afterMs));
    response.writeHead(status, { "content-type": "application/json", ...own });
    response.end(status === 204 ? undefined : JSON.stringify(body));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    seen,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
