import type pg from "pg";
import { config } from "@/lib/kernel/config/config";
import { withParameter } from "@/lib/kernel/config/database-url";
import { type DatabaseDeadlines, databaseDeadlines } from "@/lib/kernel/db/deadlines";
import { join, read, type Statement, sql } from "@/lib/kernel/db/queryable";
import type { ClientOptions } from "@/lib/kernel/db/watched-connection";

/** Options of a pool and its connections. */
export type PoolOptions = pg.PoolConfig &
  ClientOptions & {
    /** Statement that begins each transaction, with the settings that a direct connection receives once.
     *  Set behind a pooler, which hands each transaction to any free connection; then nothing is prepared
     *  either. */
    beginning?: Statement;
  };

/** Prefix of our connections' names; the ids of the process's master keys follow. */
export const CONNECTION_NAME = "atrium/";
/** Name of a pooler's connections, whichever process uses them: it holds no key ids. */
const POOLED_NAME = "atrium-pooled";
/** PostgreSQL truncates a name after 63 bytes. */
const MOST_IDS = 6;

/** The name of a process's connections, by which `keys reseal` sees whether a server lacks the master key in
 *  force. */
function connectionName(masterKeyIds: string[]): string {
  return CONNECTION_NAME + masterKeyIds.slice(0, MOST_IDS).join(",");
}

/** Formats in which PostgreSQL writes and reads values on our connections, overriding the defaults of the
 *  server, the database and the login: our parsers read text. */
const TEXT_FORMS: [string, string][] = [
  ["timezone", "UTC"],
  ["datestyle", "ISO,MDY"],
  ["intervalstyle", "postgres"],
  ["extra_float_digits", "1"],
  ["bytea_output", "hex"],
  ["standard_conforming_strings", "on"],
];

/** Startup settings of a direct connection to PostgreSQL, together with the text formats.
 *  @returns `options` of a connection, which no pooler passes on */
export function startingWith(pairs: [string, string][] = []): string {
  return [...pairs, ...TEXT_FORMS].map(([setting, value]) => `-c ${setting}=${value}`).join(" ");
}

/** Settings of every connection of this process: the application's role, which row-level security binds, and
 *  PostgreSQL's own deadlines. */
function settings({ statementMs, lockMs, idleMs }: DatabaseDeadlines): [string, string][] {
  return [
    // Statements run as the role that owns nothing, not as the login.
    ["role", "atrium_app"],
    ["statement_timeout", String(statementMs)],
    ["lock_timeout", String(lockMs)],
    ["idle_in_transaction_session_timeout", String(Math.max(idleMs, statementMs))],
  ];
}

/** An idle connection is retained for longer than the pause between two scheduled jobs, each of which would
 *  open one. */
const IDLE_MS = 90_000;

function common({ connectMs, silenceMs, keepAliveMs }: DatabaseDeadlines): PoolOptions {
  return {
    max: config().databasePool,
    idleTimeoutMillis: IDLE_MS,
    connectionTimeoutMillis: connectMs,
    silenceMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMs,
  };
}

/** Options for transactions: a connection to PostgreSQL, or to the pooler before it.
 *  @param own the deadlines that differ from the defaults */
export function connectionOptions(own: Partial<DatabaseDeadlines> = {}): PoolOptions {
  const { databaseUrl, pooled } = config();
  if (!pooled) return sessionOptions(own);
  const deadlines = { ...databaseDeadlines(), ...own };
  return {
    ...common(deadlines),
    // The only session setting that a pooler passes on.
    connectionString: withParameter(databaseUrl, "application_name", POOLED_NAME),
    beginning: localSettings([...settings(deadlines), ...TEXT_FORMS]),
  };
}

/** Options for connections that outlive a transaction, such as one that listens: to PostgreSQL itself.
 *  @param own the deadlines that differ from the defaults */
export function sessionOptions(own: Partial<DatabaseDeadlines> = {}): PoolOptions {
  const { databaseDirectUrl, masterKeys } = config();
  const deadlines = { ...databaseDeadlines(), ...own };
  const name = connectionName(masterKeys.map(({ id }) => id));
  return {
    ...common(deadlines),
    connectionString: databaseDirectUrl,
    options: startingWith([["application_name", name], ...settings(deadlines)]),
  };
}

/** Options for a replica: a connection to its own address that may outlive a transaction.
 *  @param own the deadlines that differ from the defaults */
export function replicaOptions(url: string, own: Partial<DatabaseDeadlines> = {}): PoolOptions {
  return { ...sessionOptions(own), connectionString: url, isReplica: true };
}

/** Sets settings until the transaction ends, so that the connection goes back without them. */
function localSettings(told: [string, string][]): Statement {
  const each = told.map(([setting, value]) => sql`set_config(${setting}, ${value}, true)`);
  return read`SELECT ${join(each)}`;
}
