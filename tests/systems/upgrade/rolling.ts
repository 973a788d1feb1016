import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { atEnd } from "../harness/ends";
import { anInstallation, migrateBy, type Variables } from "../harness/installation";
import { type Arrivals, aMailServer, countArrivals } from "../harness/mail";
import { startServer, startWorker } from "../harness/servers";
import { journeysOf, lost } from "../harness/traffic/journeys";
import { type Failure, Load } from "../harness/traffic/load";
import { trafficSettings } from "../harness/traffic/settings";
import { startTwoServers } from "../harness/traffic/two-servers";

/** Costs of a rolling upgrade and its rollback for the clients meanwhile. */
export interface Rolled {
  /** Numbers of answered requests, and of repeated ones, by reason (`Fleet`). */
  answered: number;
  repeated: { refused: number; closed: number };
  /** Whole journeys, by name. */
  journeys: Record<string, number>;
  failures: Failure[];
  /** Numbers of acknowledged things; `lost` names the ones that were missing afterwards. */
  acknowledged: { users: number; sessions: number; tokens: number };
  lost: string[];
  mails: Arrivals;
}

const PEOPLE = 4;

/** Upgrades two servers and a worker from one version to another under load, and rolls them back: the schema
 *  first, then one server after the other, then the worker. The schema is not rolled back.
 *  @param from the folder of the version before, built
 *  @param to the folder of the new version, built
 *  @param seconds the duration of the load between two steps */
export async function rollThrough(from: string, to: string, seconds: number): Promise<Rolled> {
  const mail = await aMailServer();
  const { env } = await anInstallation({ ...trafficSettings, ATRIUM_SMTP_URL: mail.url });
  await migrateBy(from, env);
  const { servers, fleet, people, done, ...old } = await startTwoServers(env, PEOPLE, {
    folder: from,
  });
  let { worker } = old;
  const tokensBefore = await tokenEvents(env);
  const load = new Load(journeysOf(fleet, people, done));
  atEnd(() => load.stop());
  const step = async (what: string, work: () => Promise<void>) => {
    load.during = what;
    console.log(`  ${what}`);
    await work();
    await sleep(seconds * 1_000);
  };
  const replace = (at: 0 | 1, folder: string) => async () => {
    const before = servers[at];
    await fleet.remove(before);
    const never = { ...env, ATRIUM_MIGRATE: "never" };
    const server = await startServer(never, { folder, port: before.port });
    servers[at] = server;
    fleet.add(server);
  };
  const replaceWorker = (folder: string) => async () => {
    await worker.stop();
    worker = await startWorker(env, { folder });
  };
  await step("the version before", async () => {});
  await step("the schema is migrated", () => migrateBy(to, env));
  await step("the first server is upgraded", replace(0, to));
  await step("the second server is upgraded", replace(1, to));
  await step("the worker is upgraded", replaceWorker(to));
  await step("the first server goes back", replace(0, from));
  await step("the second server goes back", replace(1, from));
  await step("the worker goes back", replaceWorker(from));
  await load.stop();
  const missing = await lost(fleet, people, done);
  const events = (await tokenEvents(env)) - tokensBefore;
  if (events < done.tokens) missing.push(`${done.tokens - events} events of tokens`);
  return {
    answered: fleet.answered,
    repeated: fleet.repeated,
    journeys: Object.fromEntries(load.made),
    failures: load.failures,
    acknowledged: { users: done.users.size, sessions: done.sessions.size, tokens: done.tokens },
    lost: missing,
    mails: await countArrivals(mail, [...done.users.values()]),
  };
}

/** Counts the events of machine tokens in the audit trail. */
async function tokenEvents({ DATABASE_OWNER_URL }: Variables): Promise<number> {
  const client = new pg.Client({ connectionString: DATABASE_OWNER_URL });
  await client.connect();
  try {
    const { rows } = await client.query<{ count: number }>(
      "SELECT count(*)::int AS count FROM audit_events WHERE kind = 'credential.token_issued'",
    );
    return rows[0]?.count ?? 0;
  } finally {
    await client.end();
  }
}
