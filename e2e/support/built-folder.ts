import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, copyFileSync, cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { DIST } from "@/host/built-files.mjs";
import { documented } from "@/tests/support/documented";
import { type MailServer, startMailServer } from "@/tests/support/mail-server";
import { anInstallation } from "@/tests/systems/harness/installation";
import { reachableByAll } from "@/tools/postgres/binaries";
import { freePort } from "@/tools/postgres/free-port";

/** A uid that owns no file. */
const UNPRIVILEGED_UID = 65_534;

/** README's commands for the machine that builds, and then for the one that serves. */
const [BUILD = "", SERVE = ""] = documented("README.md", "npm run build").split("\n");

export { SERVE };

/** A read-only copy of dist far from the checkout, with a database and a mail server of its own. */
export interface BuiltFolder {
  folder: string;
  baseUrl: string;
  masterKey: string;
  databaseOwnerUrl: string;
  mail: MailServer;
  /** Runs a file of the folder until it ends, and returns its stdout. */
  run: (file: string, ...words: string[]) => string;
  /** Runs a shell command in a folder where the build is `dist`. */
  type: (command: string) => ChildProcess;
  /** Starts a file of the folder. */
  start: (file: string, env?: Record<string, string>) => ChildProcess;
  stop: () => Promise<void>;
}

/** Makes the folder; only PostgreSQL runs yet. */
export async function builtFolder(): Promise<BuiltFolder> {
  execFileSync("bash", ["-c", BUILD], { stdio: ["ignore", "ignore", "inherit"] });
  const place = mkdtempSync(join(tmpdir(), "atrium-built-"));
  const folder = join(place, "dist");
  cpSync(DIST, folder, { recursive: true, verbatimSymlinks: true });
  execFileSync("chmod", ["-R", "a-w", folder]);
  chmodSync(place, 0o555);
  const mail = await startMailServer();
  const port = String(await freePort());
  const baseUrl = `http://localhost:${port}`;
  const { env, stop } = await anInstallation({
    ATRIUM_BASE_URL: baseUrl,
    ATRIUM_SMTP_URL: mail.url,
    ATRIUM_LOG_LEVEL: "warn",
    PORT: port,
  });
  // Nothing else of this process's environment.
  const ours = Object.entries(env).filter(([name]) => /^(ATRIUM_|DATABASE_|PORT$)/.test(name));
  const settings = {
    ...Object.fromEntries(ours),
    PATH: process.env.PATH,
    NODE_ENV: "production" as const,
  };
  const node = nodeForAll();
  const how = (env = {}) => ({
    cwd: "/",
    env: { ...settings, ...env },
    ...(process.getuid?.() === 0 && { uid: UNPRIVILEGED_UID, gid: UNPRIVILEGED_UID }),
  });
  return {
    folder,
    baseUrl,
    masterKey: env.ATRIUM_MASTER_KEY,
    databaseOwnerUrl: env.DATABASE_OWNER_URL,
    mail,
    run: (file, ...words) =>
      execFileSync(node.path, [join(folder, file), ...words], {
        ...how(),
        stdio: "pipe",
      }).toString(),
    type: (command) =>
      spawn("bash", ["--norc", "--noprofile", "-c", `exec env ${command}`], {
        ...how({ PATH: `${dirname(node.path)}:${process.env.PATH}` }),
        cwd: place,
        stdio: "pipe",
      }),
    start: (file, env) => spawn(node.path, [join(folder, file)], { ...how(env), stdio: "pipe" }),
    stop: async () => {
      await mail.stop();
      await stop();
      execFileSync("chmod", ["-R", "u+w", place]);
      rmSync(place, { recursive: true });
      node.remove();
    },
  };
}

/** This Node, in a place where any account may run it. */
function nodeForAll(): { path: string; remove: () => void } {
  if (reachableByAll(process.execPath)) return { path: process.execPath, remove: () => {} };
  const place = mkdtempSync(join(tmpdir(), "atrium-node-"));
  chmodSync(place, 0o755);
  copyFileSync(process.execPath, join(place, "node"));
  return { path: join(place, "node"), remove: () => rmSync(place, { recursive: true }) };
}

/** The packages of a folder, by name. */
export function packagesIn(folder: string): string[] {
  const names = readdirSync(join(folder, "node_modules"));
  return names.flatMap((name) =>
    name.startsWith("@")
      ? readdirSync(join(folder, "node_modules", name)).map((one) => `${name}/${one}`)
      : [name],
  );
}

/** Signals a process to end, and waits until it has. */
export async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  child.kill("SIGTERM");
  await gone;
}
