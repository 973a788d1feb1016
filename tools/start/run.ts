import { closeSync, openSync } from "node:fs";
import { flushCompileCache } from "node:module";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { ConfigurationError, loadConfig } from "@/lib/kernel/config/config";
import { unknownVariables } from "@/lib/kernel/config/unknown-variables";
import { WrongMasterKey } from "@/lib/kernel/data-keys/data-key";
import { writeJsonLines } from "@/lib/kernel/process/json-lines";
import { withService } from "../../cli/commands/service";
import { SchemaRefusal } from "../../lib/kernel/db/schema/schema-compatibility";
import { NoPostgres } from "../postgres/binaries";
import { endOutright, processesBelow } from "../setup/processes.mjs";
import { unwritable } from "../setup/writable.mjs";
import { checkPort, claimFolder } from "./claim";
import { prepareDatabase, seedOnce } from "./prepare-database";
import { waitUntilReady, welcome } from "./readiness";
import { type Service, startDevelopment, startWeb, startWorker } from "./services";
import { checkSettings, publishRunning, readSettings, type Settings } from "./settings";
import { StartError, say, step } from "./steps";

const ENDED =
  "The web application ended by itself; its words are above. Nobody here starts it again: have a service manager do so.";

/** Mode in which the service runs from this folder. */
export interface RunMode {
  /** Whether Next's development server answers, in place of the built host. */
  dev: boolean;
  /** Builds the missing parts. */
  build: () => Promise<void>;
  /** Node's arguments for a web process, and for the worker. */
  web: string;
  worker: string[];
  /** Whether this is a checkout, which has PostgreSQL and a demo for the local mode, and stores generated
   *  secrets. A standalone folder writes nothing. */
  checkout: boolean;
  /** Shell command that runs the command line. */
  command: string;
}

/** Start-up is over by then. */
const QUIET_AFTER_MS = 5_000;

/** Functions that stop the started parts, called in reverse order. */
const toStop: (() => Promise<void> | void)[] = [];
let stopping: Promise<void> | undefined;
let web: Service | undefined;

/** Runs the service until a signal ends it: database, migrations, demo data, build, web, worker. Then this
 *  process ends. */
export function run(way: RunMode): void {
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => end(0));
  const began = hasTerminal();
  // A rolling restart, unless the terminal has closed.
  process.on("SIGHUP", () => (began && !hasTerminal() ? end(0) : web?.restart?.()));
  // This channel closes when the parent process is killed.
  process.on("disconnect", () => end(0));
  start(way).catch((error: unknown) => {
    if (stopping) return;
    const known = [StartError, ConfigurationError, SchemaRefusal, WrongMasterKey, NoPostgres].some(
      (kind) => error instanceof kind,
    );
    const needed = unwritable(error);
    if (needed) return end(1, needed);
    return end(
      1,
      known || !(error instanceof Error)
        ? String(error instanceof Error ? error.message : error)
        : error.stack,
    );
  });
}

async function start(way: RunMode): Promise<void> {
  const claim = way.checkout ? claimFolder() : null;
  if (claim) toStop.push(claim.release);
  const settings = await readSettings(claim);
  writeJsonLines(settings.env);
  for (const { name, nearest } of unknownVariables(settings.env))
    say(`${name} is no setting and has no effect; the nearest is ${nearest}`);
  checkSettings(settings);
  if (settings.anyPort) say(`this start listens on port ${settings.port}`);
  await checkPort(settings.port, settings.host);
  const { env, fresh } = await prepareDatabase(settings, (database) => {
    toStop.push(database.stop);
    database.ended.then(() => stopping ?? end(1, "PostgreSQL ended by itself."));
  });
  const first = way.checkout && (await seedOnce(settings, env, fresh));
  await way.build();
  if (way.checkout) publishRunning(env);
  const served = withoutOwner(env);
  let worker: Service | undefined;
  // It ends after the web application, which starts before it.
  toStop.push(() => worker?.stop());
  web = way.dev ? startDevelopment(served, settings.port, settings.host) : await startWeb(way.web);
  toStop.push(web.stop);
  const { failed } = web;
  await step("web", () => waitUntilReady(settings.port, settings.host, failed));
  if (stopping) return;
  const { baseUrl, worker: place } = loadConfig(env);
  // Next's development server cannot run a worker inside.
  if (place === "own" || (way.dev && place === "inside")) worker = startWorker(served, way.worker);
  const local = settings.local && way.checkout;
  const { operated, ignored } = local ? { operated: true, ignored: [] } : await readOperation();
  for (const line of welcome({ baseUrl, local, first, operated, ignored, command: way.command }))
    console.log(line);
  collectOnceQuiet();
  await failed;
  if (!stopping) throw new StartError(ENDED);
}

/** Removes the login that owns the tables from the environment of serving processes: row-level security does
 *  not restrict it. They inherit this process's environment. */
function withoutOwner({ DATABASE_OWNER_URL: _, ...served }: Settings["env"]): Settings["env"] {
  delete process.env.DATABASE_OWNER_URL;
  return served;
}

/** Reads whether the platform has an operator, and which peers' X-Forwarded-For was ignored lately. The parts
 *  of the service read the environment, which is complete by now. */
async function readOperation(): Promise<{ operated: boolean; ignored: string[] }> {
  return withService(async () => {
    const { listOperators } = await import("@/lib/core/operators/list-operators");
    const { readSeenForwarders } = await import("@/lib/core/platform/seen-forwarders");
    // A failure here prevents no start.
    const seen = readSeenForwarders().catch(() => ({ ignored: [] }));
    const [operators, { ignored }] = await Promise.all([listOperators(), seen]);
    return { operated: operators.length > 0, ignored };
  });
}

/** Collects the garbage of the start once, a quarter of this process. V8 would not before its heap grows,
 *  which may take days. It also writes the compiled code that Node caches, so that the next start has it
 *  however this process ends. */
function collectOnceQuiet(): void {
  setTimeout(() => {
    setFlagsFromString("--expose-gc");
    runInNewContext("gc")();
    flushCompileCache();
  }, QUIET_AFTER_MS).unref();
}

/** Whether this process has a terminal that sends SIGHUP when it closes. */
function hasTerminal(): boolean {
  try {
    closeSync(openSync("/dev/tty", "r"));
    return true;
  } catch {
    return false;
  }
}

/** Ends the parts in their order (web, worker, database) and then this process. */
function end(code: number, reason?: string): Promise<void> {
  stopping ??= (async () => {
    if (reason) console.error(reason);
    for (const stop of toStop.reverse()) await stop();
    // A build may be running in place of the service.
    endOutright(processesBelow());
    process.exit(code);
  })();
  return stopping;
}
