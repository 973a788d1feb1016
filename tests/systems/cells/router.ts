import { join } from "node:path";
import type { Supervised } from "@/tools/processes/supervised";
import { adapt, caddyProgram, nginxProgram, startCaddy, startNginx } from "../harness/proxies";
import type { CellInstallation } from "./installation";

/** A routing program, with the output of `atrium cells router` for it, on the port in the addresses. */
export interface Router {
  name: string;
  /** @throws Skipped where it can't be had */
  program: () => string;
  start(
    program: string,
    printed: string,
    at: { folder: string; port: number; cells: readonly CellInstallation[] },
  ): Supervised;
}

const nginx: Router = {
  name: "nginx",
  program: nginxProgram,
  start: (program, printed, { folder, port, cells }) => {
    const own = join(folder, "nginx");
    const live = "/etc/letsencrypt/live/";
    const site = adapt(printed, [
      ["listen 443 ssl", `listen 127.0.0.1:${port} ssl`],
      ["/var/log/nginx", own],
      ...cells.flatMap(({ hostname, certificates }): [string, string][] => [
        [`${live}${hostname}/fullchain.pem`, certificates.certificate],
        [`${live}${hostname}/privkey.pem`, certificates.key],
      ]),
    ]);
    return startNginx(program, own, site);
  },
};

const caddy: Router = {
  name: "caddy",
  program: caddyProgram,
  start: (program, printed, { folder, cells }) => {
    const own = join(folder, "caddy");
    const site = adapt(printed, [
      [/^\{$/gm, "{\n\tadmin off\n\tauto_https disable_redirects\n\tdefault_bind 127.0.0.1"],
      ["\tlog {\n\t\tformat", `\tlog {\n\t\toutput file ${own}/access.log\n\t\tformat`],
      ...cells.map(({ address, certificates: { certificate, key } }): [string, string] => [
        `${address} {\n`,
        `${address} {\n\ttls ${certificate} ${key}\n`,
      ]),
    ]);
    return startCaddy(program, own, site);
  },
};

export const routers = [nginx, caddy];
