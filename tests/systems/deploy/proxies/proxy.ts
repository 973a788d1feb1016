import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Supervised, startSupervised } from "@/scripts/processes/supervised";
import { NAME } from "../../harness/certificates";
import { ask } from "./ask";
import { stage } from "./stage";

export interface ReverseProxy {
  name: "nginx" | "Caddy";
  /** The program; undefined where it can't be had. */
  program: string | undefined;
  /** Begins to listen on the stage's port, with what deploy/ ships, for these ports of this machine.
   *  @returns what ends it */
  start(upstreams: number[]): Promise<() => Promise<void>>;
}

/** Changes what a configuration says of its place. Each text must be there, so that no change of the shipped file leaves
 *  the journeys with another one. */
function placed(file: string, changes: [from: string | RegExp, to: string][]): string {
  return changes.reduce(
    (text, [from, to]) => {
      const changed = text.replaceAll(from, to);
      if (changed === text) throw new Error(`${file} has no ${from}`);
      return changed;
    },
    readFileSync(file, "utf8"),
  );
}

function freshFolder(name: string): string {
  const folder = join(stage().folder, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return folder;
}

async function listening(proxy: Supervised): Promise<() => Promise<void>> {
  let ended = false;
  proxy.ended.then(() => {
    ended = true;
  });
  for (const until = Date.now() + 20_000; Date.now() < until; await sleep(50)) {
    if (ended) throw new Error("The proxy ended by itself; its words are above.");
    const answer = await ask("/metrics").catch(() => null);
    if (answer) return () => proxy.stop();
  }
  await proxy.stop();
  throw new Error("The proxy did not answer in 20 seconds.");
}

const servers = (ports: number[], around: (server: string) => string) =>
  ports.map((port) => around(`127.0.0.1:${port}`)).join(" ");

export const nginx: ReverseProxy = {
  name: "nginx",
  program: process.env.ATRIUM_E2E_NGINX,
  start: async (upstreams) => {
    const { port, plainPort, certificate, key } = stage();
    const folder = freshFolder("nginx");
    const server = "server 127.0.0.1:3000 max_fails=1 fail_timeout=1s;";
    const rest = server.slice("server 127.0.0.1:3000".length);
    const site = placed("deploy/nginx/atrium.conf", [
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
    writeFileSync(join(folder, "atrium.conf"), site);
    const kinds = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
    const main = [
      ...["daemon off;", `pid ${folder}/pid;`, "worker_processes 2;", "error_log stderr;"],
      // Its temporary files lie in a folder of the account that starts it.
      ...(process.getuid?.() === 0 ? ["user root;"] : []),
      "events {}",
      `http { ${kinds.map((kind) => `${kind}_temp_path ${folder}/${kind};`).join(" ")}`,
      `access_log off; include ${folder}/atrium.conf; }`,
    ];
    writeFileSync(join(folder, "nginx.conf"), `${main.join("\n")}\n`);
    const command = [nginx.program ?? "", "-p", folder, "-c", `${folder}/nginx.conf`];
    return listening(startSupervised([...command, "-e", "stderr"], { endsBy: "TERM" }));
  },
};

export const caddy: ReverseProxy = {
  name: "Caddy",
  program: process.env.ATRIUM_E2E_CADDY,
  start: async (upstreams) => {
    const { port, plainPort, certificate, key } = stage();
    const folder = freshFolder("caddy");
    const file = join(folder, "Caddyfile");
    const site = placed("deploy/caddy/Caddyfile", [
      [
        /^\{$/gm,
        `{\n\tadmin off\n\tlog {\n\t\tlevel ERROR\n\t}\n\thttp_port ${plainPort}\n\tdefault_bind 127.0.0.1`,
      ],
      ["\tlog {\n\t\tformat", `\tlog {\n\t\toutput file ${folder}/access.log\n\t\tformat`],
      ["{$ATRIUM_BASE_URL} {", `{$ATRIUM_BASE_URL} {\n\ttls ${certificate} ${key}`],
    ]);
    writeFileSync(file, site);
    const env = {
      ...process.env,
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
      ATRIUM_BASE_URL: `https://${NAME}:${port}`,
      ATRIUM_UPSTREAMS: servers(upstreams, (address) => address),
    };
    const command = [caddy.program ?? "", "run", "--adapter", "caddyfile", "--config", file];
    return listening(startSupervised(command, { endsBy: "TERM", env }));
  },
};
