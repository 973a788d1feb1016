import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import * as probe from "@/app/.well-known/atrium-probe/route";
import * as discovery from "@/app/.well-known/openid-configuration/route";
import * as healthz from "@/app/healthz/route";
import * as jwks from "@/app/oauth/jwks/route";
import type { RouteModule } from "@/host/route-table";
import { hostServer } from "@/host/server";

const routes = {
  "/.well-known/atrium-probe": probe,
  "/.well-known/openid-configuration": discovery,
  "/healthz": healthz,
  "/oauth/jwks": jwks,
};

/** Serves the routes that identify the service, by our own host on a free port of this machine. The caller
 *  sets its base URL. */
export async function aServiceHost(): Promise<{ server: Server; port: number }> {
  const table = Object.entries(routes).map(([pattern, module]) => ({
    pattern,
    page: false,
    module: module as unknown as RouteModule,
  }));
  const server = hostServer(table, "api", null);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { server, port: (server.address() as AddressInfo).port };
}
