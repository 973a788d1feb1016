import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { COMMAND_LINE } from "@/e2e/support/command-line";
import type { MailServer } from "@/tests/support/mail-server";
import { type Certificates, makeCertificates } from "../harness/certificates";
import type { Variables } from "../harness/installation";
import { makeProduction } from "../harness/production";
import { type Running, startServer } from "../harness/servers";

/** A whole installation: its PostgreSQL, its worker, its web server, its keys and its certificate. */
export interface CellInstallation {
  name: string;
  hostname: string;
  address: string;
  certificates: Certificates;
  demo: Record<string, string>;
  env: Variables;
  server: Running;
}

/** Makes an installation.
 *  @param routerPort port of the router, which is a part of its address */
export async function makeCell(
  name: string,
  { folder, routerPort, mail }: { folder: string; routerPort: number; mail: MailServer },
): Promise<CellInstallation> {
  const own = join(folder, name);
  mkdirSync(own);
  chmodSync(own, 0o711);
  const hostname = `${name}.id.atrium.test`;
  const address = `https://${hostname}:${routerPort}`;
  const certificates = makeCertificates(own, hostname);
  const { env, demo } = await makeProduction(own, address, mail);
  return {
    ...{ name, hostname, address, certificates, demo, env },
    server: await startServer(env),
  };
}

/** Runs `atrium cells …` away from any installation: its environment has the cells and nothing else. */
export function cells(cellsFile: string, ...words: string[]) {
  const [program = "", ...args] = COMMAND_LINE;
  const { status, stdout, stderr } = spawnSync(program, [...args, "cells", ...words], {
    encoding: "utf8",
    env: { PATH: process.env.PATH, NODE_ENV: "test", ATRIUM_CELLS: cellsFile },
  });
  return { code: status, stdout, stderr };
}
