import { createServer, type Server } from "node:http";
import { problemResponse } from "@/lib/core/http/problem";
import { ServiceError } from "@/lib/kernel/errors";
import { logger } from "@/lib/kernel/process/logger";

/** Answers on the port while no web process does: the server is alive (`/healthz`), and everything else is
 *  503 because it can't work yet. Without it an orchestrator would take the server for dead, and restart
 *  it. */
export class StandIn {
  readonly #address: { port: number; host?: string };
  #server: Server | undefined;

  constructor(port: number, host: string | undefined) {
    this.#address = { port, ...(host && { host }) };
  }

  /** Opens the port.
   *  @throws Error when that fails */
  async open(): Promise<void> {
    // Port 0 is another one each time.
    if (this.#server || this.#address.port === 0) return;
    const server = createServer((request, response) => {
      const [path = "/"] = (request.url ?? "/").split("?");
      void answer(path).then(({ status, headers, body }) =>
        response.writeHead(status, { ...headers, connection: "close" }).end(body),
      );
    });
    this.#server = server;
    await new Promise<void>((resolve, reject) => {
      server.once("error", (error) => {
        this.#server = undefined;
        reject(error);
      });
      server.listen(this.#address, resolve);
    });
    server.on("error", (error) => logger.warn({ err: error }, "the stand-in failed"));
  }

  /** Releases the port. Requests in progress are finished. */
  close(): void {
    this.#server?.close();
    this.#server = undefined;
  }
}

async function answer(path: string) {
  const response =
    path === "/healthz" ? Response.json({ status: "ok" }) : problemResponse(starting());
  response.headers.set("cache-control", "no-store");
  response.headers.set("x-content-type-options", "nosniff");
  const { status } = response;
  return { status, headers: Object.fromEntries(response.headers), body: await response.text() };
}

function starting(): ServiceError {
  const detail = "Not ready: the web processes are starting.";
  return new ServiceError("unavailable", { detail, retryAfterSeconds: 1 });
}
