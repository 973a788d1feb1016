import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { startMailServer } from "@/tests/support/mail-server";
import { anEmptyDatabase, migrateBy, type Place, peopleBy } from "../harness/place";
import { startServer, startWorker } from "../harness/running";
import type { Acknowledged } from "../harness/traffic/client";
import { Fleet } from "../harness/traffic/fleet";
import { journeysOf, lost } from "../harness/traffic/journeys";
import { type Failure, Load } from "../harness/traffic/load";

/** What a rolling upgrade and its rollback cost those who used the service meanwhile. */
export interface Rolled {
  /** Requests that were answered, and those that were sent once more, by why (`Fleet`). */
  answered: number;
  repeated: { refused: number; closed: number };
  /** Whole journeys, by name. */
  journeys: Record<string, number>;
  failures: Failure[];
  /** What was acknowledged, and what of it was not there afterwards. */
  acknowledged: { users: number; sessions: number; tokens: number };
  lost: string[];
  /** Users whose message arrived once, more than once, never. */
  mails: { once: number; more: number; never: number };
}

const PEOPLE = 4;
const MAIL_MS = 30_000;

/**
 * Takes two servers and a worker from one version to another under load, and back: the schema first, then one server after
 * the other, then the worker. Nothing of the schema is undone.
 * @param from the folder of the version before, built
 * @param to the folder of the new version, built
 * @param seconds how long the load goes on between two steps
 */
export async function rollThrough(from: string, to: string, seconds: number): Promise<Rolled> {
  const mail = await startMailServer();
  const place = await anEmptyDatabase(mail.url);
  const fleet = new Fleet();
  const stops: (() => Promise<void>)[] = [mail.stop, place.stop, () => fleet.stop()];
  try {
    await migrateBy(from, place.env);
    const servers = [await startServer(from, place.env), await startServer(from, place.env)];
    for (const server of servers) fleet.add(server);
    let worker = await startWorker(from, place.env);
    stops.push(() => worker.stop());
    const people = peopleBy(from, place.env, servers[0]?.port ?? 0, PEOPLE);
    const done: Acknowledged = { users: new Map(), sessions: new Set(), tokens: 0 };
    const tokensBefore = await tokenEvents(place);
    const load = new Load(journeysOf(fleet, people, done));
    const step = async (what: string, work: () => Promise<void>) => {
      load.during = what;
      console.log(`  ${what}`);
      await work();
      await sleep(seconds * 1_000);
    };
    const replace = (at: number, folder: string) => async () => {
      const old = servers[at];
      if (!old) return;
      await fleet.remove(old);
      const server = await startServer(folder, { ...place.env, ATRIUM_MIGRATE: "never" }, old.port);
      servers[at] = server;
      fleet.add(server);
    };
    const replaceWorker = (folder: string) => async () => {
      await worker.stop();
      worker = await startWorker(folder, place.env);
    };
    await step("the version before", async () => {});
    await step("the schema is migrated", () => migrateBy(to, place.env));
    await step("the first server is upgraded", replace(0, to));
    await step("the second server is upgraded", replace(1, to));
    await step("the worker is upgraded", replaceWorker(to));
    await step("the first server goes back", replace(0, from));
    await step("the second server goes back", replace(1, from));
    await step("the worker goes back", replaceWorker(from));
    await load.stop();
    const missing = await lost(fleet, people, done);
    const events = (await tokenEvents(place)) - tokensBefore;
    if (events < done.tokens) missing.push(`${done.tokens - events} events of tokens`);
    return {
      answered: fleet.answered,
      repeated: fleet.repeated,
      journeys: Object.fromEntries(load.made),
      failures: load.failures,
      acknowledged: { users: done.users.size, sessions: done.sessions.size, tokens: done.tokens },
      lost: missing,
      mails: await arrived(mail, [...done.users.values()]),
    };
  } finally {
    for (const stop of stops.reverse()) await stop().catch(() => {});
  }
}

/** Events of tokens that a machine got, in the audit trail. */
async function tokenEvents({ ownerUrl }: Place): Promise<number> {
  const client = new pg.Client({ connectionString: ownerUrl });
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

/** Waits until every message arrived, for a while. */
export async function arrived(
  { received }: Awaited<ReturnType<typeof startMailServer>>,
  addresses: readonly string[],
): Promise<Rolled["mails"]> {
  const counted = () => {
    const counts = new Map<string, number>();
    for (const { recipients } of received)
      for (const recipient of recipients) counts.set(recipient, (counts.get(recipient) ?? 0) + 1);
    const of = addresses.map((address) => counts.get(address) ?? 0);
    const times = (wanted: (count: number) => boolean) => of.filter(wanted).length;
    return { once: times((n) => n === 1), more: times((n) => n > 1), never: times((n) => n === 0) };
  };
  for (const begun = Date.now(); counted().never > 0 && Date.now() - begun < MAIL_MS; )
    await sleep(200);
  return counted();
}
