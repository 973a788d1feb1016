import { existsSync, lstatSync, mkdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { documented } from "@/tests/support/documented";
import type { DocumentedShell } from "@/tests/support/documented-shell";
import { copiedCheckout } from "@/tests/support/linked-checkout";
import { build, buildDist } from "@/tools/build/build.mjs";
import { aFolder, aShell } from "../harness/ends";
import { anInstallation } from "../harness/installation";
import { expectThat, holds } from "../harness/system";
import { debianProgram } from "../harness/tools";

/** Runs the commands of docs/DEPLOYING.md for a machine with systemd, in a folder that stands in for that
 *  machine: builds are copied, installed files are where the unit looks, and a command gets the service's
 *  settings. No systemd runs here: the unit is enabled as on a machine's image, and a stand-in gives the
 *  command its settings and its credential. */
export async function runBySystemd(): Promise<void> {
  const machine = aFolder("server");
  const shell = aShell({}, standIns(machine));
  for (const folder of ["opt", "etc/systemd/system"])
    mkdirSync(join(machine, folder), { recursive: true });
  await copyBuilt(machine);
  const { env } = await anInstallation();
  const { DATABASE_URL, DATABASE_OWNER_URL } = env;
  await install(machine, shell, { DATABASE_URL, DATABASE_OWNER_URL });
  await inviteOperator(machine, shell, { DATABASE_URL, DATABASE_OWNER_URL });
}

const standIns = (machine: string) => ({
  systemctl: `case "$*" in
  daemon-reload) ;;
  "enable --now atrium") exec ${debianProgram("systemctl", "systemd")} --root='${machine}' enable atrium ;;
  *) exit 2 ;;
esac`,
  "systemd-run": SYSTEMD_RUN,
});

/** Parses the options of the page's `systemd-run`, and runs its command. */
const SYSTEMD_RUN = `while [ "$1" != sh ]; do
  case "$1 $2" in
    --pipe*|--wait*|--collect*) shift; continue ;;
    "-p DynamicUser=yes") ;;
    "-p EnvironmentFile="*) settings=\${2#*=} ;;
    "-p LoadCredential="*) credential=\${2#*=} ;;
    *) echo "unknown: $1 $2" >&2; exit 2 ;;
  esac
  shift 2
done
CREDENTIALS_DIRECTORY=$(mktemp -d)
export CREDENTIALS_DIRECTORY
cp "\${credential#*:}" "$CREDENTIALS_DIRECTORY/\${credential%%:*}"
while IFS= read -r line; do export "$line"; done < "$settings"
exec "$@"`;

/** Builds a checkout of its own, so that `npm ci` removes no package of another run. */
async function copyBuilt(machine: string): Promise<void> {
  await build();
  await buildDist();
  debianProgram("rsync", "rsync");
  // rsync's connection to the other machine, which is this one.
  const ssh = join(machine, "ssh");
  const here = '#!/bin/sh\nwhile [ "$1" != rsync ]; do shift; done\nexec "$@"\n';
  writeFileSync(ssh, here, { mode: 0o755 });
  const shell = aShell({ RSYNC_RSH: ssh }, {}, copiedCheckout({ packages: false }));
  const to = { "server:/opt": `server:${machine}/opt` };
  await shell.run(documented("docs/DEPLOYING.md", "npm ci && npm run build", to));
  expectThat(existsSync(join(machine, "opt/atrium/start.mjs")), "dist is at /opt/atrium");
  holds("the packages are installed, and what is built of them is at /opt/atrium");
}

async function install(
  machine: string,
  shell: DocumentedShell,
  urls: Record<string, string>,
): Promise<void> {
  const settings = { ...urls, ATRIUM_MODE: "local", ATRIUM_BASE_URL: "http://localhost:3000" };
  const lines = Object.entries(settings).map((pair) => `${pair.join("=")}\n`);
  writeFileSync(join(shell.folder, "atrium.env"), lines.join(""));
  await shell.run(
    documented("docs/DEPLOYING.md", "install -d -m 700", {
      "/etc/atrium": `${machine}/etc/atrium`,
      "/etc/systemd": `${machine}/etc/systemd`,
    }),
  );
  const modes = ["etc/atrium", "etc/atrium/atrium.env", "etc/atrium/master-key"].map(
    (path) => statSync(join(machine, path)).mode & 0o777,
  );
  expectThat(modes.join() === [0o700, 0o600, 0o600].join(), "only root reads settings and key");
  const unitLink = "etc/systemd/system/multi-user.target.wants/atrium.service";
  const isLink = lstatSync(join(machine, unitLink), { throwIfNoEntry: false })?.isSymbolicLink();
  expectThat(isLink === true, "the unit is enabled");
  holds("settings, master key and unit are installed, for root alone, and the unit is enabled");
}

/** Checks that a command gets the service's settings, once the service has migrated. */
async function inviteOperator(
  machine: string,
  shell: DocumentedShell,
  urls: Record<string, string>,
): Promise<void> {
  const key = { ATRIUM_MASTER_KEY_FILE: `${machine}/etc/atrium/master-key` };
  const place = { ATRIUM_MODE: "local", ATRIUM_BASE_URL: "http://localhost:3000" };
  await shell.run(`node ${machine}/opt/atrium/migrate.mjs`, { ...urls, ...key, ...place });
  const link = await shell.run(
    documented("docs/DEPLOYING.md", "systemd-run --pipe", {
      "/etc/atrium": `${machine}/etc/atrium`,
      "/opt/atrium": `${machine}/opt/atrium`,
    }),
  );
  expectThat(link.includes("http://localhost:3000/"), `the first operator has a link: ${link}`);
  holds("a command gets the service's settings and its credential, and invites the first operator");
}
