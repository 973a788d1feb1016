import { subscribe } from "node:diagnostics_channel";
import type { Server } from "node:http";
import { preparing } from "@/lib/core/http/prepare-request";
import { singleton } from "@/lib/kernel/process/singleton";

// Once per process, although Next's bundle and the host's each load this file.
const servers = singleton("prepared-servers", () => ({
  prepared: new WeakSet<Server>(),
  settled: false,
}));

/** Declares that the only server of this process prepares its requests itself (`preparing`). To be
 *  called before Next is loaded: a server of Next's is then not prepared again, which saves a
 *  check of every request. */
export function markAsPrepared(): void {
  servers.settled = true;
}

/** Makes the server that Next creates for itself prepare its requests as our host does. Next does not expose
 *  that server, so it is found by its first request: Node publishes each (`http.server.request.start`) just
 *  before the server's own listeners receive it. */
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
