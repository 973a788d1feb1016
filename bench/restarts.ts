// npm run bench -- restarts [ROLLING] [KILLED]: outcomes of requests while web processes are replaced, and
// then while they are killed outright: short requests, slow lists, slow uploads, and readers that wait for
// events. Each has a connection of its own.
import { setTimeout as sleep } from "node:timers/promises";
import { type HostProcess, startHost } from "@/e2e/support/host-process";
import { readingScopes } from "@/lib/core/credentials/scopes";
import {
  type RequestTarget,
  readSlowly,
  sendSlowly,
  waitForNothing,
} from "@/tests/support/lasting-requests";
import { build } from "@/tools/build/build.mjs";
import { startDatabase } from "./support/running-service";
import { aTenantOf } from "./support/tenant-of-users";

const [ROLLING, KILLED] = [Number(process.argv[3] ?? 60), Number(process.argv[4] ?? 30)];
/** More than a connection's buffers hold. */
const USERS = 25_000;
const [SLOW_MS, WAIT_SECONDS, DEADLINE_MS] = [5_000, 25, 60_000];

/** Counts by kind of request and outcome. */
type Ends = Record<string, Record<string, number>>;

/** Measures and prints.
 *  @throws Error when a rolling restart cut a request off, or one never ended */
export async function run(): Promise<{ rolling: Ends; killed: Ends }> {
  await build();
  const { cluster, env, baseUrl } = await startDatabase();
  const { DATABASE_URL = "", DATABASE_OWNER_URL = "", ATRIUM_MASTER_KEY = "" } = env;
  const host = await startHost(
    {
      ...{ baseUrl, databaseUrl: DATABASE_URL, databaseOwnerUrl: DATABASE_OWNER_URL },
      ...{ masterKey: ATRIUM_MASTER_KEY, secondUrl: "", demo: {} },
    },
    { ATRIUM_PROCESSES: "2", ATRIUM_WORKER: "inside" },
  );
  try {
    const rolling = await during(await someUsers(host), async () => {
      for (let done = 0; done < ROLLING; done += 1) await exchangeAll(host);
    });
    show(`${ROLLING} rolling restarts`, rolling);
    const killed = await during(await someUsers(host), async () => {
      for (let done = 0; done < KILLED; done += 1) await killOne(host, done);
    });
    show(`${KILLED} processes killed`, killed);
    const ends = (of: Ends) => Object.values(of).flatMap(Object.keys);
    if (ends(rolling).some((end) => end.startsWith("cut off")))
      throw new Error("A rolling restart cut requests off.");
    if ([...ends(rolling), ...ends(killed)].includes("no end"))
      throw new Error("Requests never ended.");
    return { rolling, killed };
  } finally {
    await host.stop();
    await cluster.stop();
  }
}

/** Users of a tenant of their own: a token is valid for a quarter of an hour. */
async function someUsers({ baseUrl }: HostProcess): Promise<RequestTarget> {
  const { token } = await aTenantOf(USERS, ["users:write", ...readingScopes]);
  return { baseUrl, token, deadlineMs: DEADLINE_MS };
}

async function exchangeAll(host: HostProcess): Promise<void> {
  const before = host.web();
  process.kill(host.pid, "SIGHUP");
  while (host.web().filter((pid) => !before.includes(pid)).length < 2) await sleep(50);
}

async function killOne(host: HostProcess, number: number): Promise<void> {
  const web = host.web();
  const killed = web[number % web.length];
  if (killed) process.kill(killed, "SIGKILL");
  await sleep(1_000);
  // Waits for two processes. After several deaths the restart delay is longer than this, and one must do.
  for (let waited = 0; host.web().length < (waited < 100 ? 2 : 1); waited += 1) await sleep(100);
}

/** Sends all kinds until `work` is done and every request has ended. */
async function during(target: RequestTarget, work: () => Promise<void>): Promise<Ends> {
  const ends: Ends = {};
  let isOver = false;
  const keepAsking = (kind: string, callers: number, ask: () => Promise<string>) =>
    Array.from({ length: callers }, async () => {
      for (; !isOver; await sleep(10)) {
        const end = await ask();
        const of = ends[kind] ?? {};
        ends[kind] = of;
        of[end] = (of[end] ?? 0) + 1;
      }
    });
  const callers = [
    ...keepAsking("short request", 4, () => waitForNothing(target, 0)),
    ...keepAsking("slow list", 3, () => readSlowly(target, SLOW_MS)),
    ...keepAsking("slow upload", 2, () => sendSlowly(target, SLOW_MS)),
    ...keepAsking("reader who waits", 6, () => waitForNothing(target, WAIT_SECONDS)),
  ];
  await sleep(SLOW_MS);
  await work();
  isOver = true;
  await Promise.all(callers);
  return ends;
}

function show(title: string, ends: Ends): void {
  console.log(`\n${title}`);
  for (const [kind, of] of Object.entries(ends)) console.log(`  ${kind}: ${JSON.stringify(of)}`);
}
