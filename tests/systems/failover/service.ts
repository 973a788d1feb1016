import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { bootstrapDatabase } from "@/scripts/postgres/bootstrap";
import { startMailServer } from "@/tests/support/mail-server";
import { migrateBy, type People, peopleBy, serverEnvironment } from "../harness/place";
import { startServer, startWorker } from "../harness/running";
import { type Acknowledged, Client, type Journey } from "../harness/traffic/client";
import { Fleet, type Sent } from "../harness/traffic/fleet";
import { Load } from "../harness/traffic/load";
import { arrived } from "../upgrade/rolling";
import type { HaCluster } from "./cluster";
import { type Followed, Follower } from "./follower";
import { PASSWORD } from "./node";
import { Prober } from "./prober";
import { Races } from "./races";

const HERE = process.cwd();
const PEOPLE = 4;
const DATABASE = "atrium";
/** Until the reader of the trail has what the log has. */
const FOLLOWED_MS = 30_000;

/** Two servers and a worker of Atrium on a cluster, with everybody who uses them. */
export class Service {
  readonly done: Acknowledged = { users: new Map(), sessions: new Set(), tokens: 0 };
  readonly #stops: (() => Promise<void>)[] = [];
  #mail: Awaited<ReturnType<typeof startMailServer>> | undefined;
  #tokensBefore = 0;
  #clientId = "";
  ended: string[] = [];
  probers: Prober[] = [];
  races!: Races;
  load!: Load;
  follower!: Follower;

  constructor(private readonly cluster: HaCluster) {}

  /** Starts all of it. Every part gets the address of all three servers, the migration too. */
  async start(): Promise<void> {
    const primary = await this.cluster.primary();
    const accounts = { database: DATABASE, ownerPassword: PASSWORD, webPassword: PASSWORD };
    await bootstrapDatabase(primary.url(), accounts);
    this.#mail = await startMailServer();
    this.#stops.push(this.#mail.stop);
    const env = {
      ...serverEnvironment({
        DATABASE_URL: this.cluster.url("atrium_web", DATABASE),
        DATABASE_OWNER_URL: this.cluster.url("atrium_owner", DATABASE),
      }),
      ATRIUM_SMTP_URL: this.#mail.url,
    };
    await migrateBy(HERE, env);
    const fleet = new Fleet();
    this.#stops.push(() => fleet.stop());
    for (const name of ["the first server", "the second server"]) {
      const server = await startServer(HERE, { ...env, ATRIUM_MIGRATE: "never" });
      void server.ended.then((code) => this.ended.push(`${name} ended with ${code}`));
      fleet.add(server);
      this.probers.push({ port: server.port } as Prober);
    }
    const worker = await startWorker(HERE, env);
    void worker.ended.then((code) => this.ended.push(`the worker ended with ${code}`));
    this.#stops.push(worker.stop);
    const people = peopleBy(HERE, env, this.probers[0]?.port ?? 0, PEOPLE);
    this.#tokensBefore = (await this.#count()).tokens;
    await this.#begin(fleet, people);
  }

  async #begin(fleet: Fleet, people: People): Promise<void> {
    this.#clientId = people.tenant.clientId;
    const client = new Client(fleet, people, this.done);
    this.races = new Races(fleet);
    // Its token is fetched while all is well.
    await client.newUser();
    this.load = new Load(journeysOf(client, people, this.races));
    this.#stops.push(() => this.load.stop());
    this.probers = this.probers.map(({ port }) => new Prober(port, people));
    for (const prober of this.probers) this.#stops.push(() => prober.stop());
    this.follower = new Follower(
      this.probers.map(({ port }) => port),
      people,
    );
    this.#stops.push(() => this.follower.stop());
  }

  /** What was acknowledged and is not there, a line each. Asked of PostgreSQL itself. */
  async lost(): Promise<string[]> {
    const acknowledged = {
      users: [...this.done.users.keys()],
      sessions: [...this.done.sessions],
      tokens: this.done.tokens,
    };
    const { users, events, sessions, tokens } = await this.#count();
    const missing = (what: string, known: ReadonlySet<string>, asked: readonly string[]) =>
      asked.filter((id) => !known.has(id)).map((id) => `${what} ${id}`);
    const fewer = acknowledged.tokens - (tokens - this.#tokensBefore);
    return [
      ...missing("user", users, acknowledged.users),
      ...missing("the event of user", events, acknowledged.users),
      ...missing("session", sessions, acknowledged.sessions),
      ...(fewer > 0 ? [`${fewer} events of tokens`] : []),
    ];
  }

  /** What the reader of the trail has otherwise than the log, a line each, once it has had time to read on. */
  async unfollowed(): Promise<string[]> {
    const log = await this.#log();
    const last = log.at(-1)?.sequence ?? 0;
    const read = () => this.follower.events.at(-1)?.sequence ?? -1;
    for (const end = performance.now() + FOLLOWED_MS; read() < last && performance.now() < end; )
      await sleep(100);
    const told = this.follower.events.slice(0, log.length);
    const at = log.findIndex(({ id, sequence }, nth) => {
      const event = told[nth];
      return event?.id !== id || event.sequence !== sequence;
    });
    if (log.length === 0) return ["the log is empty"];
    if (at < 0) return [];
    return [
      `the reader has ${told[at]?.sequence ?? "nothing"} where the log has ${log[at]?.sequence}`,
    ];
  }

  /** How many events the reader has. */
  get followed(): number {
    return this.follower.events.length;
  }

  /** Whether every message arrived. */
  async mails() {
    if (!this.#mail) throw new Error("There is no mail server");
    return arrived(this.#mail, [...this.done.users.values()]);
  }

  async stop(): Promise<void> {
    for (const stop of this.#stops.reverse()) await stop().catch(() => {});
  }

  /** The log of the environment that is followed, as PostgreSQL has it. */
  #log(): Promise<Followed[]> {
    return this.#asked(async (client) => {
      const { rows } = await client.query<{ sequence: string; id: string }>(
        `SELECT l.position AS sequence, l.event_id AS id FROM audit_log_entries l
         JOIN environments e ON e.id = l.environment_id JOIN credentials c ON c.environment_id = e.id
         WHERE c.client_id = $1 ORDER BY l.position`,
        [this.#clientId],
      );
      return rows.map(({ sequence, id }) => ({ sequence: Number(sequence), id }));
    });
  }

  async #asked<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
    const primary = await this.cluster.primary();
    const client = new pg.Client({ connectionString: primary.url("postgres", DATABASE) });
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  }

  #count() {
    return this.#asked(async (client) => {
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
