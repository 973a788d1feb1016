import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { atriumOf, COMMAND_LINE } from "@/e2e/support/command-line";
import { type HostProcess, startHost } from "@/e2e/support/host-process";
import type { Cluster } from "@/scripts/postgres/cluster";
import { startEphemeralCluster } from "@/scripts/postgres/ephemeral";
import { freePort } from "@/scripts/postgres/free-port";
import type { Supervised } from "@/scripts/processes/supervised";
import { inProduction, makeService } from "../deploy/proxies/service";
import { type Certificates, makeCertificates } from "../harness/certificates";

/** A whole installation: its PostgreSQL, its worker, its web server, its keys and its certificate. */
export interface CellInstallation {
  name: string;
  hostname: string;
  address: string;
  port: number;
  certificates: Certificates;
  demo: { client_id: string; client_secret: string };
  /** Its own command line.
   *  @returns what it answers as JSON */
  atrium(...words: string[]): Record<string, unknown>;
  /** Ends its web server. */
  stopServing(): Promise<void>;
  stop(): Promise<void>;
}

/** Makes an installation of its own.
 *  @param routerPort where the router listens, which is a part of its address */
export async function makeCell(
  name: string,
  { folder, routerPort, smtpUrl }: { folder: string; routerPort: number; smtpUrl: string },
): Promise<CellInstallation> {
  const own = join(folder, name);
  mkdirSync(own);
  chmodSync(own, 0o711);
  const hostname = `${name}.id.atrium.test`;
  const address = `https://${hostname}:${routerPort}`;
  const certificates = makeCertificates(own, hostname);
  const started: { cluster?: Cluster; worker?: Supervised; host?: HostProcess } = {};
  const stop = async () => {
    await started.host?.stop();
    await started.worker?.stop();
    await started.cluster?.stop();
  };
  try {
    started.cluster = await startEphemeralCluster();
    const at = { folder: own, baseUrl: address, smtpUrl };
    const { environment, worker } = await makeService(started.cluster.adminUrl, at);
    started.worker = worker;
    const port = await freePort();
    started.host = await startHost(environment, {
      ...inProduction(smtpUrl),
      PORT: String(port),
      ATRIUM_HOST: "127.0.0.1",
      ATRIUM_PROCESSES: "1",
    });
    const demo = environment.demo as CellInstallation["demo"];
    return {
      ...{ name, hostname, address, port, certificates, demo, stop },
      atrium: (...words) => atriumOf(environment, words),
      stopServing: async () => started.host?.stop(),
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** What `atrium cells …` says, where no installation is: its environment has the cells and nothing else. */
export function cells(cellsFile: string, ...words: string[]) {
  const [program = "", ...args] = COMMAND_LINE;
  const { status, stdout, stderr } = spawnSync(program, [...args, "cells", ...words], {
    encoding: "utf8",
    env: { PATH: process.env.PATH, NODE_ENV: "test", ATRIUM_CELLS: cellsFile },
  });
  return { code: status, stdout, stderr };
}
