import { join } from "node:path";
import type { Supervised } from "@/tools/processes/supervised";
import { NAME } from "../../harness/certificates";
import { adaptFile, startCaddy, startNginx } from "../../harness/proxies";
import { until } from "../../harness/until";
import { ask } from "./ask";
import { stage } from "./stage";

export interface ReverseProxy {
  name: "nginx" | "Caddy";
  /** The program; undefined where it can't be installed. */
  program: string | undefined;
  /** Starts to listen on the stage's port, with the shipped configuration, for these ports of this machine.
   *  @returns a function that ends it */
  start(upstreams: number[]): Promise<() => Promise<void>>;
}

async function answering(proxy: Supervised): Promise<() => Promise<void>> {
  try {
    await until("the proxy answers", 20_000, () => ask("/metrics"));
    return () => proxy.stop();
  } catch (error) {
    await proxy.stop();
    throw error;
  }
}

const servers = (ports: number[], around: (server: string) => string) =>
  ports.map((port) => around(`127.0.0.1:${port}`)).join(" ");

export const nginx: ReverseProxy = {
  name: "nginx",
  program: process.env.ATRIUM_E2E_NGINX,
  start: (upstreams) => {
    const { port, plainPort, certificate, key } = stage();
    const folder = join(stage().folder, "nginx");
    const server = "server 127.0.0.1:3000 max_fails=1 fail_timeout=1s;";
    const rest = server.slice("server 127.0.0.1:3000".length);
    const site = adaptFile("deploy/nginx/atrium.conf", [
      [server, servers(upstreams, (address) => `server ${address}${rest}`)],
      [/ *listen \[::\].*\n/g, ""],
      ["listen 443 ssl", `listen 127.0.0.1:${port} ssl`],
      ["listen 80", `listen 127.0.0.1:${plainPort}`],
      ["https://id.example.com$request_uri", `https://${NAME}:${port}$request_uri`],
      ["server_name id.example.com", `server_name ${NAME}`],
      ["/etc/letsencrypt/live/id.example.com/fullchain.pem", certificate],
      ["/etc/letsencrypt/live/id.example.com/privkey.pem", key],
      ["/var/log/nginx", folder],
    ]);
    return answering(startNginx(nginx.program ?? "", folder, site));
  },
};

export const caddy: ReverseProxy = {
  name: "Caddy",
  program: process.env.ATRIUM_E2E_CADDY,
  start: (upstreams) => {
    const { port, plainPort, certificate, key } = stage();
    const folder = join(stage().folder, "caddy");
    const site = adaptFile("deploy/caddy/Caddyfile", [
      [
        /^\{$/gm,
        `{\n\tadmin off\n\tlog {\n\t\tlevel ERROR\n\t}\n\thttp_port ${plainPort}\n\tdefault_bind 127.0.0.1`,
      ],
      ["\tlog {\n\t\tformat", `\tlog {\n\t\toutput file ${folder}/access.log\n\t\tformat`],
      ["{$ATRIUM_BASE_URL} {", `{$ATRIUM_BASE_URL} {\n\ttls ${certificate} ${key}`],
    ]);
    const env = {
      ATRIUM_BASE_URL: `https://${NAME}:${port}`,
      ATRIUM_UPSTREAMS: servers(upstreams, (address) => address),
    };
    return answering(startCaddy(caddy.program ?? "", folder, site, env));
  },
};
