import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { schemaStateOf } from "@/scripts/db/migration-status";
import { anEmptyDatabase, migrateBy, type Place, peopleBy } from "../harness/place";
import { builtFiles, startServer, startUnready, startUntilReady } from "../harness/running";
import type { Acknowledged } from "../harness/traffic/client";
import { Fleet } from "../harness/traffic/fleet";
import { journeysOf, lost } from "../harness/traffic/journeys";

const HERE = process.cwd();
const PEOPLE = 3;
const ROUNDS = 3;

/** Each holds, or throws what does not. */
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

function require(holds: boolean, words: string): void {
  if (!holds) throw new Error(words);
}

async function onDatabase(migrator: string, work: (place: Place) => Promise<void>): Promise<void> {
  const place = await anEmptyDatabase();
  try {
    await migrateBy(migrator, place.env);
    await work(place);
  } finally {
    await place.stop();
  }
}

async function lastReleaseOnThisSchema(previous: string): Promise<void> {
  await onDatabase(previous, ({ env }) => allJourneys(env, previous, [previous], HERE));
}

async function bothAtOnce(previous: string): Promise<void> {
  await onDatabase(previous, ({ env }) => allJourneys(env, previous, [previous, HERE], HERE));
}

/** Makes each journey some times on servers of these folders in turn; nothing of it may fail or be lost. The people are there
 *  before the database is migrated, as in an installation that is upgraded.
 *  @param migrator whose schema it is by then; the one that it has unless it is given */
async function allJourneys(
  env: Place["env"],
  previous: string,
  folders: string[],
  migrator?: string,
): Promise<void> {
  const maker = await startServer(previous, env);
  const people = peopleBy(previous, env, maker.port, PEOPLE);
  await maker.stop();
  if (migrator) await migrateBy(migrator, env);
  const fleet = new Fleet();
  try {
    for (const folder of folders)
      fleet.add(await startServer(folder, { ...env, ATRIUM_MIGRATE: "never" }));
    const done: Acknowledged = { users: new Map(), sessions: new Set(), tokens: 0 };
    const journeys = Object.entries(journeysOf(fleet, people, done));
    for (let round = 0; round < ROUNDS; round += 1)
      for (const [name, own] of journeys)
        for (const journey of own)
          await journey().catch((error: Error) => {
            throw new Error(`${name}: ${error.message}`);
          });
    require((await lost(fleet, people, done)).length === 0, "something was lost");
    require(done.users.size > 0 && done.sessions.size > 0, "nothing was made");
  } finally {
    await fleet.stop();
  }
}

async function thisCodeBefore(previous: string): Promise<void> {
  await onDatabase(previous, async (place) => {
    const { pending } = await schemaStateOf(place.ownerUrl);
    if (pending.length === 0)
      return console.log("  no migration came since: there is nothing to refuse");
    const never = { ...place.env, ATRIUM_MIGRATE: "never", PORT: "0" };
    for (const script of ["scripts/start/main.ts", "scripts/worker.ts"]) {
      const { code, words } = await inClone((clone) => run(clone, script, never));
      require(code === 1, `${script} ended with ${code}`);
      require(words.includes(
        `${pending.length} migrations are pending`,
      ), `${script} says: ${words}`);
      require(words.includes("atrium -- db migrate"), `${script} names no command: ${words}`);
    }
    const unready = await startUnready(HERE, never, `${pending.length} migrations are pending`);
    await unready.stop();
    await allJourneys(place.env, previous, [previous]);
  });
}

async function startWithoutOwner(): Promise<void> {
  await onDatabase(HERE, async ({ env }) => {
    const { START } = await builtFiles(HERE);
    const production = {
      ATRIUM_MODE: "production",
      ATRIUM_BASE_URL: "https://id.example.test",
      ATRIUM_MIGRATE: "never",
      // Nobody answers there.
      ATRIUM_SMTP_URL: "smtp://127.0.0.1:1",
      DATABASE_OWNER_URL: "postgres://atrium_owner@127.0.0.1:1/upgrade",
    };
    await inClone(async (clone) => {
      const server = await startUntilReady(clone, START, { ...env, ...production });
      await server.stop();
    });
  });
}

/** Works in a folder that has what this one has, but for what a start leaves behind. */
async function inClone<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const clone = mkdtempSync(join(tmpdir(), "atrium-clone-"));
  const names = readdirSync(HERE).filter((name) => !name.startsWith(".") || name === ".next");
  for (const name of names) symlinkSync(join(HERE, name), join(clone, name));
  try {
    return await work(clone);
  } finally {
    rmSync(clone, { recursive: true });
  }
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
