import { once } from "node:events";
import type { Server } from "node:http";
import { Server as NetServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { CLOSED, CLOSING } from "@/host/messages";
import { CLOSE_NOTICE_MS } from "@/host/patience";
import { logger } from "@/lib/kernel/process/logger";

/** Accepts no more connections, answers requests on open ones, and resolves when the last is closed. A client
 *  with a persistent connection has a moment to send one more request and to receive `Connection: close`:
 *  closing the connection as its request arrives would lose that request (RFC 9112, 9.6).
 *  @param over aborts when the process must exit; unfinished responses are cut off then, and logged */
export async function finish(server: Server, over: AbortSignal): Promise<void> {
  let closed = false;
  const closing = stopListening(server).then(() => {
    closed = true;
  });
  const overdue = over.aborted ? Promise.resolve() : once(over, "abort");
  await Promise.race([everythingHandedOver(), overdue]);
  await Promise.race([closing, sleep(CLOSE_NOTICE_MS), overdue]);
  const idle = setInterval(() => server.closeIdleConnections(), 50);
  server.closeIdleConnections();
  await Promise.race([closing, overdue]);
  clearInterval(idle);
  if (!closed) logger.warn("requests were cut off: they took too long");
  server.closeAllConnections();
}

/** Closes the port and no connection; the HTTP server's own `close` would close idle ones. */
function stopListening(server: Server): Promise<void> {
  return new Promise((resolve) => {
    NetServer.prototype.close.call(server, () => resolve());
  });
}

/** Waits for connections that the supervisor has accepted and handed to this process. One on its way while
 *  this process ends would never be answered: the process lives until each has arrived, and gone back for
 *  another to take. */
async function everythingHandedOver(): Promise<void> {
  if (!process.connected) return;
  const answered = new Promise<void>((resolve) => {
    process.on("message", (message) => message === CLOSED && resolve());
  });
  process.send?.(CLOSING);
  await Promise.race([answered, once(process, "disconnect")]);
}
