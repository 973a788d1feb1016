import { routes } from "atrium:routes";
import type { Server } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { AggregatorRegistry } from "prom-client";
import { giveWayToRequests } from "@/host/give-way";
import { REPLACED } from "@/host/messages";
import { hostServer, type NodeHandler } from "@/host/server";
import { config } from "@/lib/config/config";
import { pool } from "@/lib/db";
import { startDraining, startLeaving } from "@/lib/http/draining";
import { notePeerAddresses } from "@/lib/http/peer-address";
import { refuseUnroutable } from "@/lib/http/refuse-unroutable";
import { logger } from "@/lib/logger";
import { processMetrics, watch } from "@/lib/metrics/metrics";
import { passwordHashCount } from "@/lib/passwords/password-hash";

/** How long the clients of a replaced process have to leave with their next answer. */
const LEAVE_MS = 1_000;

/** How long requests that are being answered may take once the process is to end. */
const FINISH_MS = 8_000;

/** Listens and answers until it is told to end: by a signal, or by its supervisor's death. */
export async function serve(): Promise<void> {
  const { serves, port, host, drainSeconds } = config();
  notePeerAddresses();
  refuseUnroutable();
  answerForMetrics();
  const server = hostServer(
    routes,
    serves,
    serves === "api" ? null : await nextHandler(host, port),
  );
  // A proxy keeps connections for about a minute; the side that sends requests should be the one to close.
  server.keepAliveTimeout = 65_000;
  let ending = false;
  const end = async (notice: boolean) => {
    if (ending) return;
    ending = true;
    if (notice) {
      startDraining();
      await sleep(drainSeconds * 1000);
    } else {
      // Closing a connection as a request comes in on it would lose that request.
      startLeaving();
      await sleep(LEAVE_MS);
    }
    await finish(server);
    process.exit(0);
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => end(true));
  // A rolling restart is the supervisor's; a terminal that hangs up tells the whole group.
  process.on("SIGHUP", () => {});
  // The supervisor is gone.
  process.on("disconnect", () => end(true));
  // Others answer on the port: this server is ready all the while.
  process.on("message", (message) => message === REPLACED && end(false));
  await giveWayToRequests();
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen({ port, ...(host && { host }) }, resolve);
  });
}

/** The supervisor asks every process for its figures and adds them up. */
function answerForMetrics(): void {
  AggregatorRegistry.setRegistries(processMetrics());
  // Making one is what starts listening for the question.
  new AggregatorRegistry();
  watch("database_connections", "Connections to PostgreSQL", () => pool.totalCount);
  watch("database_waiting", "Requests waiting for a connection", () => pool.waitingCount);
  watch("password_hashes", "Passwords hashed since the processes started", passwordHashCount);
}

/** Everything that is no route: pages, assets, server actions. */
async function nextHandler(hostname: string | undefined, port: number): Promise<NodeHandler> {
  const { default: next } = await import("next");
  const app = next({ dev: false, dir: process.cwd(), port, ...(hostname && { hostname }) });
  await app.prepare();
  return app.getRequestHandler();
}

/** Takes no more connections and lets the requests it has finish. */
async function finish(server: Server): Promise<void> {
  let closed = false;
  const closing = new Promise<void>((resolve) => server.close(() => resolve())).then(() => {
    closed = true;
  });
  const idle = setInterval(() => server.closeIdleConnections(), 50);
  await Promise.race([closing, sleep(FINISH_MS)]);
  clearInterval(idle);
  if (!closed) logger.warn("requests were cut off: they took too long");
  server.closeAllConnections();
}
