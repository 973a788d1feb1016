import pg from "pg";
import type { MailServer } from "@/tests/support/mail-server";
import { atEnd } from "../harness/ends";
import { anInstallation, atrium, migrateBy, type Variables } from "../harness/installation";
import { aMailServer } from "../harness/mail";
import { type Pooler, startPooler } from "../harness/pgbouncer";
import { BASE_URL, trafficSettings } from "../harness/traffic/settings";
import { startTwoServers, type TwoServers } from "../harness/traffic/two-servers";

const PEOPLE = 4;

/** An installation behind a pooler, on one PostgreSQL. */
export interface Place extends TwoServers {
  /** Environment of its processes. */
  env: Variables & { DATABASE_DIRECT_URL: string };
  pooler: Pooler;
  mail: MailServer;
  operatorToken: string;
  /** Runs a statement as the owner, past the pooler. */
  ask<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
}

/** Makes the servers, the worker and the pooler. */
export async function aPlace(): Promise<Place> {
  const mail = await aMailServer();
  const { env: direct } = await anInstallation({ ...trafficSettings, ATRIUM_SMTP_URL: mail.url });
  const pooler = await startPooler(direct.DATABASE_URL);
  const env = {
    ...direct,
    DATABASE_URL: pooler.through(direct.DATABASE_URL),
    DATABASE_DIRECT_URL: direct.DATABASE_URL,
  };
  await migrateBy(".", env);
  const owner = new pg.Client({ connectionString: env.DATABASE_OWNER_URL });
  await owner.connect();
  atEnd(() => owner.end());
  // Creating the token sets up the platform, whose dashboard requires https.
  const secure = { ...env, ATRIUM_BASE_URL: BASE_URL.replace("http:", "https:") };
  const { token } = await atrium(secure, "operator", "token", "create", "--name", "pooler");
  return {
    ...(await startTwoServers(env, PEOPLE)),
    ...{ env, pooler, mail },
    operatorToken: token,
    ask: async (text, values) => (await owner.query(text, values)).rows,
  };
}
