import { createServer, type Server } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { environment } from "@/e2e/support/environment";
import { type HostProcess, startHost } from "@/e2e/support/host-process";
import { freePort } from "@/tools/postgres/free-port";
import { canConnect, listen } from "../../harness/processes";
import { stage } from "./stage";

export interface Upstream {
  port: number;
  metricsPort: number;
  host: HostProcess;
}

/** Starts a server of the service, in production mode, by default on a free port. */
export async function startUpstream(
  at?: Pick<Upstream, "port" | "metricsPort">,
): Promise<Upstream> {
  const { port, metricsPort } = at ?? { port: await freePort(), metricsPort: await freePort() };
  const host = await startHost(environment(), {
    ...stage().settings,
    ATRIUM_SERVE: "all",
    ATRIUM_LOG_LEVEL: "error",
    PORT: String(port),
    ATRIUM_METRICS_PORT: String(metricsPort),
  });
  return { port, metricsPort, host };
}

/** Kills a server outright, and waits until its port refuses connections. Its unfinished answers are lost,
 *  and no proxy may repeat a change among them. */
export async function kill({ host, port }: Upstream): Promise<void> {
  await host.stop(0);
  while (await canConnect(port)) await sleep(50);
}

/** Starts a server that reads whole requests, and breaks each connection instead of an answer.
 *  @returns its port, and the methods of its requests */
export async function aBreakingServer(): Promise<{
  port: number;
  methods: string[];
  server: Server;
}> {
  const received: string[] = [];
  const server = createServer((request) => {
    request.resume().once("end", () => {
      received.push(request.method ?? "");
      request.socket.destroy();
    });
  });
  return { port: await listen(server, 0, "127.0.0.1"), methods: received, server };
}
