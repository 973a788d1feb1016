import { subscribe } from "node:diagnostics_channel";
import type { Server } from "node:http";
import { preparing } from "@/lib/core/http/prepare-request";
import { singleton } from "@/lib/kernel/process/singleton";

// Once a process, although Next's bundle and the host's each load this file.
const servers = singleton("prepared-servers", () => ({
  prepared: new WeakSet<Server>(),
  settled: false,
}));

/** Says that the one server of this process prepares its requests by itself (`preparing`). To be called before Next
 *  is loaded: nothing is left to do for a server of Next's then, and a look at every request is saved. */
export function preparesByItself(): void {
  servers.settled = true;
}

/** Has the server that Next makes for itself prepare its requests as our host does. Nobody is handed that server, so it
 *  is found by its first request: Node tells of each (`http.server.request.start`) just before the server's own
 *  listeners get it. */
export function prepareForNext(): void {
  if (servers.settled) return;
  servers.settled = true;
  subscribe("http.server.request.start", (message) => {
    const { server } = message as { server: Server };
    if (servers.prepared.has(server)) return;
    servers.prepared.add(server);
    putFirst(server);
  });
}

function putFirst(server: Server): void {
  const own = server.listeners("request");
  server.removeAllListeners("request");
  server.on(
    "request",
    preparing((request, response) => {
      for (const listener of own) Reflect.apply(listener, server, [request, response]);
    }),
  );
}
