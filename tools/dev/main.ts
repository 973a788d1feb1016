// npx atrium dev: the service as a dependency of tests.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ConfigurationError } from "@/lib/kernel/config/config";
import { VERSION } from "@/lib/kernel/process/version";
import { NoPostgres } from "../postgres/binaries";
import { withAccount } from "../postgres/bootstrap";
import { ClusterFailed } from "../postgres/cluster";
import { freePort } from "../postgres/free-port";
import { findBase, startCopy, urlsOf } from "./base";
import { LIVE } from "./databases";
import { HELP, readDevOptions, refuseProduction } from "./dev-options";
import { fixturesJsonSchema, StartError } from "./fixtures";
import { installMovableDate } from "./moved-date";
import { serviceSettings } from "./service-settings";

const from = process.cwd();
const toStop: (() => Promise<void> | void)[] = [];
let stopping: Promise<void> | undefined;

/** Errors that are reported by their message alone. */
const expectedErrors = [StartError, ConfigurationError, ClusterFailed, NoPostgres];

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => end(0));
// This channel closes when the parent process is killed.
process.on("disconnect", () => end(0));
start().catch((error: unknown) => {
  if (stopping) return;
  const known = expectedErrors.some((kind) => error instanceof kind);
  if (!(error instanceof Error)) return end(1, String(error));
  return end(1, known ? error.message : error.stack);
});

async function start(): Promise<void> {
  // The checkout; commands may start in any folder.
  process.chdir(join(import.meta.dirname, "../.."));
  const startedAt = performance.now();
  refuseProduction(process.env);
  const options = readDevOptions(process.argv.slice(2), process.env.ATRIUM_DEV_FROM ?? from);
  if (options.only) {
    console.log(options.only === "help" ? HELP : JSON.stringify(fixturesJsonSchema(), null, 2));
    return;
  }
  if (options.endsWithStdin) process.stdin.resume().once("close", () => end(0));
  const base = await findBase(options, () => say("Preparing a database; this is done once."));
  const port = options.port || (await freePort());
  const databasePort = await freePort();
  const urls = urlsOf(base, databasePort);
  const moveTo = installMovableDate();
  Object.assign(process.env, serviceSettings({ port, urls, masterKey: base.masterKey }));
  const [cluster, { serveDev, FIXED_CODE }] = await Promise.all([
    startCopy(base, databasePort),
    import("./serve"),
  ]);
  toStop.push(cluster.stop);
  cluster.ended.then(() => stopping ?? end(1, "PostgreSQL ended by itself."));
  const baseUrl = `http://localhost:${port}`;
  const liveUrl = withAccount(cluster.adminUrl, "postgres", base.passwords.admin, LIVE);
  const about = {
    base_url: baseUrl,
    version: VERSION,
    pid: process.pid,
    code: FIXED_CODE,
    addresses: addressesOf(baseUrl),
    database_url: liveUrl,
    tenants: base.tenants,
  };
  toStop.push(await serveDev(cluster.adminUrl, liveUrl, moveTo, about));
  if (stopping) return;
  announce(about, options.addresses);
  say(
    `Atrium ${VERSION} is ready at ${baseUrl} (${((performance.now() - startedAt) / 1000).toFixed(1)} s).`,
  );
}

const CONTROLS = ["mailbox", "clock", "faults", "reset", "snapshots", "restore"];

function addressesOf(baseUrl: string) {
  return {
    issuer: baseUrl,
    discovery: `${baseUrl}/.well-known/openid-configuration`,
    api_reference: `${baseUrl}/docs`,
    dashboard: `${baseUrl}/dashboard`,
    ...Object.fromEntries(CONTROLS.map((name) => [name, `${baseUrl}/dev/${name}`])),
  };
}

/** Writes the one line on standard output, and the same into a file that only this account reads. */
function announce(about: object, file: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(about, null, 2)}\n`, { mode: 0o600 });
  toStop.push(() => rmSync(file, { force: true }));
  console.log(JSON.stringify(about));
}

/** Prints a line for a person. Standard output has the addresses alone. */
function say(line: string): void {
  console.error(line);
}

function end(code: number, reason?: string): Promise<void> {
  stopping ??= (async () => {
    if (reason) console.error(reason);
    for (const stop of toStop.reverse()) await stop();
    process.exit(code);
  })();
  return stopping;
}
