import { spawn } from "node:child_process";
import { START } from "@/host/built-files.mjs";
import { schemaStateOf } from "@/lib/kernel/db/schema/migration-status";
import { aClone, atEnd } from "../harness/ends";
import { anInstallation, migrateBy, type Variables } from "../harness/installation";
import { startServer, startUnready, startUntilReady } from "../harness/servers";
import { expectThat } from "../harness/system";
import type { Acknowledged } from "../harness/traffic/client";
import { Fleet } from "../harness/traffic/fleet";
import { journeysOf, lost } from "../harness/traffic/journeys";
import { peopleBy } from "../harness/traffic/people";
import { trafficSettings } from "../harness/traffic/settings";

const HERE = process.cwd();
const PEOPLE = 3;
const ROUNDS = 3;

/** The checks; each throws on a failure. */
export const checks: [sentence: string, check: (previous: string) => Promise<void>][] = [
  [
    "the last release works on its own database once this code migrated it",
    lastReleaseOnThisSchema,
  ],
  ["both versions work on this schema at once, each with what the other wrote", bothAtOnce],
  [
    "this code refuses the last release's schema, and the last release goes on there",
    thisCodeBefore,
  ],
  ["a start that may not migrate works on this schema, without the owner", startWithoutOwner],
];

async function onDatabase(
  migrator: string,
  work: (env: Variables) => Promise<void>,
): Promise<void> {
  const { env, stop } = await anInstallation(trafficSettings);
  await migrateBy(migrator, env);
  await work(env);
  await stop();
}

async function lastReleaseOnThisSchema(previous: string): Promise<void> {
  await onDatabase(previous, (env) => allJourneys(env, previous, [previous], HERE));
}

async function bothAtOnce(previous: string): Promise<void> {
  await onDatabase(previous, (env) => allJourneys(env, previous, [previous, HERE], HERE));
}

/** Makes each journey some times on servers of these folders in turn; nothing of it may fail or be lost. The
 *  people are there before the database is migrated, as in an installation that is upgraded.
 *  @param migrator the folder whose schema the database has by then; by default the one that it has */
async function allJourneys(
  env: Variables,
  previous: string,
  folders: string[],
  migrator?: string,
): Promise<void> {
  const maker = await startServer(env, { folder: previous });
  const people = peopleBy(previous, env, maker.port, PEOPLE);
  await maker.stop();
  if (migrator) await migrateBy(migrator, env);
  const fleet = new Fleet();
  const stop = atEnd(() => fleet.stop());
  for (const folder of folders)
    fleet.add(await startServer({ ...env, ATRIUM_MIGRATE: "never" }, { folder }));
  const done: Acknowledged = { users: new Map(), sessions: new Set(), tokens: 0 };
  const journeys = Object.entries(journeysOf(fleet, people, done));
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [name, own] of journeys)
      for (const journey of own)
        await journey().catch((error: Error) => {
          throw new Error(`${name}: ${error.message}`);
        });
  expectThat((await lost(fleet, people, done)).length === 0, "nothing is lost");
  expectThat(done.users.size > 0 && done.sessions.size > 0, "something is made");
  await stop();
}

async function thisCodeBefore(previous: string): Promise<void> {
  await onDatabase(previous, async (env) => {
    const { pending } = await schemaStateOf(env.DATABASE_OWNER_URL);
    if (pending.length === 0)
      return console.log("  no migration came since: there is nothing to refuse");
    const never = { ...env, ATRIUM_MIGRATE: "never", PORT: "0" };
    const why = `${pending.length} migrations are pending`;
    for (const script of ["tools/start/main.ts", "host/worker.ts"]) {
      const { code, words } = await run(aClone(), script, never);
      expectThat(code === 1, `${script} ends with 1: ${code}`);
      expectThat(words.includes(why), `${script} says why: ${words}`);
      expectThat(words.includes("atrium -- db migrate"), `${script} names the command: ${words}`);
    }
    const unready = await startUnready(never, why);
    await unready.stop();
    await allJourneys(env, previous, [previous]);
  });
}

async function startWithoutOwner(): Promise<void> {
  await onDatabase(HERE, async (env) => {
    const production = {
      ATRIUM_MODE: "production",
      ATRIUM_BASE_URL: "https://id.example.test",
      ATRIUM_MIGRATE: "never",
      // No server listens there.
      ATRIUM_SMTP_URL: "smtp://127.0.0.1:1",
      DATABASE_OWNER_URL: "postgres://atrium_owner@127.0.0.1:1/upgrade",
    };
    const server = await startUntilReady(START, { ...env, ...production }, { folder: aClone() });
    await server.stop();
  });
}

/** Runs a script until it ends. */
function run(
  folder: string,
  script: string,
  env: NodeJS.ProcessEnv,
): Promise<{ code: number | null; words: string }> {
  const child = spawn(process.execPath, ["--import", "tsx", script], {
    cwd: folder,
    env,
    timeout: 60_000,
  });
  let words = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => {
      words += chunk;
    });
  return new Promise((settle) => child.once("close", (code) => settle({ code, words })));
}
