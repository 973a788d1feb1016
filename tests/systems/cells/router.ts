import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Supervised, startSupervised } from "@/scripts/processes/supervised";
import type { CellInstallation } from "./installation";

/** A program that routes, with what `atrium cells router` prints for it, on the port that addresses name. */
export type Router = (
  program: string,
  printed: string,
  at: { folder: string; port: number; cells: readonly CellInstallation[] },
) => Supervised;

/** Each text must be there, so that no change of what is printed leaves the journeys with another configuration. */
function placed(text: string, changes: [from: string | RegExp, to: string][]): string {
  return changes.reduce((before, [from, to]) => {
    const after = before.replaceAll(from, to);
    if (after === before) throw new Error(`The router's configuration has no ${from}`);
    return after;
  }, text);
}

/** nginx. */
export const nginx: Router = (program, printed, { folder, port, cells }) => {
  const own = join(folder, "nginx");
  mkdirSync(own, { recursive: true });
  const letsEncrypt = "/etc/letsencrypt/live/";
  const site = placed(printed, [
    ["listen 443 ssl", `listen 127.0.0.1:${port} ssl`],
    ["/var/log/nginx", own],
    ...cells.flatMap(({ hostname, certificates }): [string, string][] => [
      [`${letsEncrypt}${hostname}/fullchain.pem`, certificates.certificate],
      [`${letsEncrypt}${hostname}/privkey.pem`, certificates.key],
    ]),
  ]);
  writeFileSync(join(own, "cells.conf"), site);
  const kinds = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  const main = [
    ...["daemon off;", `pid ${own}/pid;`, "worker_processes 2;", "error_log stderr;"],
    ...(process.getuid?.() === 0 ? ["user root;"] : []),
    "events {}",
    `http { ${kinds.map((kind) => `${kind}_temp_path ${own}/${kind};`).join(" ")}`,
    `access_log off; include ${own}/cells.conf; }`,
  ];
  writeFileSync(join(own, "nginx.conf"), `${main.join("\n")}\n`);
  const command = [program, "-p", own, "-c", `${own}/nginx.conf`, "-e", "stderr"];
  return startSupervised(command, { endsBy: "TERM" });
};

/** Caddy. */
export const caddy: Router = (program, printed, { folder, cells }) => {
  const own = join(folder, "caddy");
  mkdirSync(own, { recursive: true });
  const site = placed(printed, [
    [/^\{$/gm, "{\n\tadmin off\n\tauto_https disable_redirects\n\tdefault_bind 127.0.0.1"],
    ["\tlog {\n\t\tformat", `\tlog {\n\t\toutput file ${own}/access.log\n\t\tformat`],
    ...cells.map(({ address, certificates: { certificate, key } }): [string, string] => [
      `${address} {\n`,
      `${address} {\n\ttls ${certificate} ${key}\n`,
    ]),
  ]);
  const file = join(own, "Caddyfile");
  writeFileSync(file, site);
  const env = { ...process.env, XDG_DATA_HOME: own, XDG_CONFIG_HOME: own };
  const command = [program, "run", "--adapter", "caddyfile", "--config", file];
  return startSupervised(command, { endsBy: "TERM", env });
};
