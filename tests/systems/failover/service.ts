import pg from "pg";
import type { MailServer } from "@/tests/support/mail-server";
import { bootstrapDatabase } from "@/tools/postgres/bootstrap";
import { atEnd } from "../harness/ends";
import { migrateBy, variablesOf } from "../harness/installation";
import { aMailServer, countArrivals } from "../harness/mail";
import { type Acknowledged, Client, type Journey } from "../harness/traffic/client";
import type { Sent } from "../harness/traffic/fleet";
import { Load } from "../harness/traffic/load";
import type { People } from "../harness/traffic/people";
import { trafficSettings } from "../harness/traffic/settings";
import { startTwoServers, type TwoServers } from "../harness/traffic/two-servers";
import { until } from "../harness/until";
import type { HaCluster } from "./cluster";
import { type Followed, Follower } from "./follower";
import { PASSWORD } from "./node";
import { Prober } from "./prober";
import { Races } from "./races";

const PEOPLE = 4;
const DATABASE = "atrium";
/** Time for the reader of the trail to catch up with the log. */
const FOLLOWED_MS = 30_000;

/** Parts of a service on a cluster. */
interface Parts extends TwoServers {
  cluster: HaCluster;
  mail: MailServer;
  client: Client;
  tokensBefore: number;
}

/** Two servers and a worker of Atrium on a cluster, with all their clients. */
export class Service {
  readonly probers: Prober[];
  readonly races: Races;
  readonly load: Load;
  /** Processes that ended by themselves. */
  readonly ended: string[] = [];
  readonly #follower: Follower;

  private constructor(private readonly parts: Parts) {
    const { people, fleet, client, servers, worker } = parts;
    const ports = servers.map(({ port }) => port);
    this.races = new Races(fleet);
    this.load = new Load(journeysOf(client, people, this.races));
    this.probers = ports.map((port) => new Prober(port, people));
    this.#follower = new Follower(ports, people);
    for (const part of [this.load, ...this.probers, this.#follower]) atEnd(() => part.stop());
    for (const { port, ended } of [...servers, worker])
      void ended.then((code) => {
        this.ended.push(`${port ? `the server at ${port}` : "the worker"} ended with ${code}`);
      });
  }

  /** Starts all of it. Every part gets the address of all three servers, also the migration. */
  static async start(cluster: HaCluster): Promise<Service> {
    const accounts = { database: DATABASE, ownerPassword: PASSWORD, webPassword: PASSWORD };
    await bootstrapDatabase((await cluster.primary()).url(), accounts);
    const mail = await aMailServer();
    const urls = {
      DATABASE_URL: cluster.url("atrium_web", DATABASE),
      DATABASE_OWNER_URL: cluster.url("atrium_owner", DATABASE),
    };
    const env = variablesOf(urls, { ...trafficSettings, ATRIUM_SMTP_URL: mail.url });
    await migrateBy(".", env);
    const running = await startTwoServers(env, PEOPLE);
    const { tokens: tokensBefore } = await countedIn(cluster);
    const client = new Client(running.fleet, running.people, running.done);
    // Its token is fetched while all is well.
    await client.newUser();
    return new Service({ ...running, cluster, mail, client, tokensBefore });
  }

  /** Returns the work that the service acknowledged. */
  get done(): Acknowledged {
    return this.parts.done;
  }

  /** Returns what was acknowledged and is missing, a line each. Read from PostgreSQL itself. */
  async lost(): Promise<string[]> {
    const acknowledged = {
      users: [...this.done.users.keys()],
      sessions: [...this.done.sessions],
      tokens: this.done.tokens,
    };
    const { cluster, tokensBefore } = this.parts;
    const { users, events, sessions, tokens } = await countedIn(cluster);
    const missing = (
      what: string,
      known: ReadonlySet<string>,
      acknowledgedIds: readonly string[],
    ) => acknowledgedIds.filter((id) => !known.has(id)).map((id) => `${what} ${id}`);
    const fewer = acknowledged.tokens - (tokens - tokensBefore);
    return [
      ...missing("user", users, acknowledged.users),
      ...missing("the event of user", events, acknowledged.users),
      ...missing("session", sessions, acknowledged.sessions),
      ...(fewer > 0 ? [`${fewer} events of tokens`] : []),
    ];
  }

  /** Returns the differences between the reader's trail and the log, a line each, once the reader has had
   *  time to catch up. */
  async unfollowed(): Promise<string[]> {
    const { cluster, people } = this.parts;
    const log = await logIn(cluster, people.tenant.clientId);
    const last = log.at(-1)?.sequence ?? 0;
    const hasRead = () => (this.#follower.events.at(-1)?.sequence ?? -1) >= last;
    await until("the reader has read on", FOLLOWED_MS, hasRead).catch(() => {});
    const followed = this.#follower.events.slice(0, log.length);
    const at = log.findIndex(({ id, sequence }, nth) => {
      const event = followed[nth];
      return event?.id !== id || event.sequence !== sequence;
    });
    if (log.length === 0) return ["the log is empty"];
    if (at < 0) return [];
    return [
      `the reader has ${followed[at]?.sequence ?? "nothing"} where the log has ${log[at]?.sequence}`,
    ];
  }

  /** Number of events that the reader has. */
  get followed(): number {
    return this.#follower.events.length;
  }

  /** Counts the messages that arrived. */
  mails() {
    return countArrivals(this.parts.mail, [...this.done.users.values()]);
  }
}

/** The log of the environment of a credential, as PostgreSQL has it. */
function logIn(cluster: HaCluster, clientId: string): Promise<Followed[]> {
  return onPrimary(cluster, async (client) => {
    const { rows } = await client.query<{ sequence: string; id: string }>(
      `SELECT l.position AS sequence, l.event_id AS id FROM audit_log_entries l
       JOIN environments e ON e.id = l.environment_id JOIN credentials c ON c.environment_id = e.id
       WHERE c.client_id = $1 ORDER BY l.position`,
      [clientId],
    );
    return rows.map(({ sequence, id }) => ({ sequence: Number(sequence), id }));
  });
}

/** Returns the ids in PostgreSQL, and the number of machine tokens. */
function countedIn(cluster: HaCluster) {
  return onPrimary(cluster, async (client) => {
    const ids = async (text: string) =>
      new Set((await client.query<{ id: string }>(text)).rows.map(({ id }) => id));
    const tokens = await client.query<{ count: number }>(
      "SELECT count(*)::int AS count FROM audit_events WHERE kind = 'credential.token_issued'",
    );
    return {
      users: await ids("SELECT id::text FROM users"),
      sessions: await ids("SELECT id::text FROM sessions"),
      events: await ids(
        `SELECT target->>'id' AS id FROM audit_events, jsonb_array_elements(targets) target
         WHERE kind = 'user.created'`,
      ),
      tokens: tokens.rows[0]?.count ?? 0,
    };
  });
}

async function onPrimary<T>(cluster: HaCluster, work: (client: pg.Client) => Promise<T>) {
  const primary = await cluster.primary();
  const client = new pg.Client({ connectionString: primary.url("postgres", DATABASE) });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const FORM = { "content-type": "application/x-www-form-urlencoded" };

function journeysOf(client: Client, people: People, races: Races): Record<string, Journey[]> {
  const [first, second, third, fourth] = people.people;
  if (!first || !second || !third || !fourth) throw new Error("There are too few people");
  const code = async (): Promise<Sent> => {
    const body = new URLSearchParams(await client.code(third)).toString();
    return { method: "POST", path: "/oauth/token", headers: FORM, body };
  };
  const grant = async (): Promise<Sent> => {
    const body = JSON.stringify({ grant: await client.grant(fourth) });
    const headers = { "content-type": "application/json", ...people.tenantHeaders };
    return { method: "POST", path: "/api/v1/auth/session/exchange", headers, body };
  };
  return {
    "direct logins": [() => client.directLogin(second)],
    "me and validate": [client.staying(first)],
    "machine tokens": [async () => void (await client.machineToken())],
    "new users with mail": [() => client.newUser()],
    codes: [races.race(code)],
    grants: [races.race(grant)],
  };
}
