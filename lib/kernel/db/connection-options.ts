import type pg from "pg";
import { config } from "@/lib/kernel/config/config";
import { withParameter } from "@/lib/kernel/config/database-url";
import { type DatabaseDeadlines, databaseDeadlines } from "@/lib/kernel/db/deadlines";
import { join, read, type Statement, sql } from "@/lib/kernel/db/queryable";
import type { ClientOptions } from "@/lib/kernel/db/watched-connection";

/** How a pool's connections are made, and how many there may be. */
export type PoolOptions = pg.PoolConfig &
  ClientOptions & {
    /** What each transaction begins with: all that a connection of its own is told once. It is there behind a pooler, which
     *  hands each transaction to whichever connection is free; then nothing is kept prepared either. */
    beginning?: Statement;
  };

/** What our connections are called begins so; the ids of the master keys that the process has come behind. */
export const CONNECTION_NAME = "atrium/";
/** What a pooler's connections are called, whichever process uses them: they name no keys. */
const POOLED_NAME = "atrium-pooled";
/** PostgreSQL cuts a name after 63 bytes. */
const MOST_IDS = 6;

/** The name of a process's connections, by which `keys reseal` sees whether a server lacks the master key in force. */
function connectionName(masterKeyIds: string[]): string {
  return CONNECTION_NAME + masterKeyIds.slice(0, MOST_IDS).join(",");
}

/** The forms in which a connection has PostgreSQL write and read values, whatever the server, the database or the login has for
 *  others: what is read here is read from text. */
const TEXT_FORMS: [string, string][] = [
  ["timezone", "UTC"],
  ["datestyle", "ISO,MDY"],
  ["intervalstyle", "postgres"],
  ["extra_float_digits", "1"],
  ["bytea_output", "hex"],
  ["standard_conforming_strings", "on"],
];

/** Settings that a connection to PostgreSQL itself begins with, beside the forms of text.
 *  @returns `options` of a connection, which no pooler passes on */
export function startingWith(told: [string, string][] = []): string {
  return [...told, ...TEXT_FORMS].map(([setting, value]) => `-c ${setting}=${value}`).join(" ");
}

/** What any connection of this process works under: the application's role, which row-level security binds, and
 *  PostgreSQL's own deadlines. */
function settings({ statementMs, lockMs, idleMs }: DatabaseDeadlines): [string, string][] {
  return [
    // Whoever the login is, work is done as the role that owns nothing.
    ["role", "atrium_app"],
    ["statement_timeout", String(statementMs)],
    ["lock_timeout", String(lockMs)],
    ["idle_in_transaction_session_timeout", String(Math.max(idleMs, statementMs))],
  ];
}

/** A connection that nobody uses is kept for longer than the pause between two jobs of the clock, each of which would make one. */
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

/** How this process connects for transactions: to PostgreSQL, or to the pooler before it.
 *  @param own the deadlines that differ from the usual ones */
export function connectionOptions(own: Partial<DatabaseDeadlines> = {}): PoolOptions {
  const { databaseUrl, pooled } = config();
  if (!pooled) return sessionOptions(own);
  const deadlines = { ...databaseDeadlines(), ...own };
  return {
    ...common(deadlines),
    // The one setting of a session that a pooler passes on.
    connectionString: withParameter(databaseUrl, "application_name", POOLED_NAME),
    beginning: localSettings([...settings(deadlines), ...TEXT_FORMS]),
  };
}

/** How this process connects for what lasts longer than a transaction, such as to listen: to PostgreSQL itself.
 *  @param own the deadlines that differ from the usual ones */
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

/** How this process connects to a replica: to its own address, as for what lasts longer than a transaction.
 *  @param own the deadlines that differ from the usual ones */
export function replicaOptions(url: string, own: Partial<DatabaseDeadlines> = {}): PoolOptions {
  return { ...sessionOptions(own), connectionString: url, isReplica: true };
}

/** Puts settings in force until the transaction ends, so that the connection goes back without them. */
function localSettings(told: [string, string][]): Statement {
  const each = told.map(([setting, value]) => sql`set_config(${setting}, ${value}, true)`);
  return read`SELECT ${join(each)}`;
}
