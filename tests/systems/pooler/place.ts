import { execFileSync } from "node:child_process";
import pg from "pg";
import { type MailServer, startMailServer } from "@/tests/support/mail-server";
import { type Pooler, startPooler } from "../harness/pgbouncer";
import { anEmptyDatabase, migrateBy, type People, peopleBy } from "../harness/place";
import { type Running, startServer, startWorker } from "../harness/running";
import type { Acknowledged } from "../harness/traffic/client";
import { Fleet } from "../harness/traffic/fleet";

const PEOPLE = 4;

/** An installation behind a pooler: two servers and a worker on one PostgreSQL. */
export interface Place {
  /** What its processes get. */
  env: NodeJS.ProcessEnv;
  pooler: Pooler;
  servers: [Running, Running];
  fleet: Fleet;
  people: People;
  /** What the service has acknowledged so far. */
  done: Acknowledged;
  mail: MailServer;
  operatorToken: string;
  /** Runs a statement as the owner, past the pooler. */
  ask<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  stop(): Promise<void>;
}

/** Makes one. */
export async function aPlace(): Promise<Place> {
  const stops: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const end of stops.reverse()) await end().catch(() => {});
  };
  try {
    const mail = await startMailServer();
    stops.push(mail.stop);
    const database = await anEmptyDatabase(mail.url);
    stops.push(database.stop);
    const direct = database.env.DATABASE_URL ?? "";
    const pooler = await startPooler(direct);
    stops.push(pooler.stop);
    const env: NodeJS.ProcessEnv = {
      ...database.env,
      DATABASE_URL: pooler.through(direct),
      DATABASE_DIRECT_URL: direct,
    };
    await migrateBy(".", env);
    const fleet = new Fleet();
    stops.push(() => fleet.stop());
    const servers: [Running, Running] = [await startServer(".", env), await startServer(".", env)];
    for (const server of servers) fleet.add(server);
    const worker = await startWorker(".", env);
    stops.push(() => worker.stop());
    const people = peopleBy(".", env, servers[0].port, PEOPLE);
    const owner = new pg.Client({ connectionString: database.ownerUrl });
    await owner.connect();
    stops.push(() => owner.end());
    return {
      ...{ env, pooler, servers, fleet, people, mail, stop },
      done: { users: new Map(), sessions: new Set(), tokens: 0 },
      operatorToken: operatorTokenBy(env),
      ask: async (text, values) => (await owner.query(text, values)).rows,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

function operatorTokenBy(env: NodeJS.ProcessEnv): string {
  const words = ["operator", "token", "create", "--name", "pooler", "--json"];
  const args = ["--import", "tsx", "scripts/atrium.ts", ...words];
  // The platform is set up on the way, and its dashboard takes https alone.
  const secure = {
    ...env,
    ATRIUM_BASE_URL: (env.ATRIUM_BASE_URL ?? "").replace("http:", "https:"),
  };
  const said = execFileSync(process.execPath, args, { env: secure, encoding: "utf8" });
  return JSON.parse(said).token;
}
