import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Supervised } from "@/tools/processes/supervised";
import { startProcess } from "./processes";
import { debianProgram, goProgram } from "./tools";

/** Returns nginx, or throws `Skipped` where it can't be installed. */
export const nginxProgram = () => debianProgram("nginx", "nginx-light");

/** Returns Caddy, or throws `Skipped` where it can't be installed. */
export const caddyProgram = () =>
  goProgram("github.com/caddyserver/caddy/v2", "v2.11.9", "cmd/caddy");

/** Replaces the addresses and paths in a text. Each part must be there, so that no change of the shipped file
 *  leaves another configuration to be tried. */
export function adapt(text: string, changes: readonly [from: string | RegExp, to: string][]) {
  return changes.reduce((before, [from, to]) => {
    const after = before.replaceAll(from, to);
    if (after === before) throw new Error(`The configuration has no ${from}`);
    return after;
  }, text);
}

/** Like `inPlace`, for a shipped file. */
export const adaptFile = (file: string, changes: Parameters<typeof adapt>[1]) =>
  adapt(readFileSync(file, "utf8"), changes);

/** Returns nginx' main file of a server that writes everything into a folder.
 *  @param includes the files of its sites */
export function nginxConf(folder: string, includes: string): string {
  const kinds = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  return [
    `pid ${folder}/pid;`,
    "worker_processes 2;",
    // Its temporary files are in a folder of the account that starts it.
    ...(process.getuid?.() === 0 ? ["user root;"] : []),
    "events {}",
    `http { ${kinds.map((kind) => `${kind}_temp_path ${folder}/${kind};`).join(" ")}`,
    `access_log off; include ${includes}; }\n`,
  ].join("\n");
}

/** Starts nginx with a site. */
export function startNginx(program: string, folder: string, site: string): Supervised {
  freshFolder(folder);
  writeFileSync(join(folder, "site.conf"), site);
  writeFileSync(
    join(folder, "nginx.conf"),
    `daemon off; error_log stderr;\n${nginxConf(folder, `${folder}/site.conf`)}`,
  );
  const command = [program, "-p", folder, "-c", `${folder}/nginx.conf`, "-e", "stderr"];
  return startProcess(command, { endsBy: "TERM" });
}

/** Starts Caddy with a Caddyfile. */
export function startCaddy(
  program: string,
  folder: string,
  caddyfile: string,
  env: Record<string, string> = {},
): Supervised {
  freshFolder(folder);
  const file = join(folder, "Caddyfile");
  writeFileSync(file, caddyfile);
  const own = { ...process.env, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder, ...env };
  const command = [program, "run", "--adapter", "caddyfile", "--config", file];
  return startProcess(command, { endsBy: "TERM", env: own });
}

function freshFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
}
