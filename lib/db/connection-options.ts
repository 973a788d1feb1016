import type pg from "pg";
import { config } from "@/lib/config/config";
import { type DatabaseDeadlines, databaseDeadlines } from "@/lib/db/deadlines";
import type { ClientOptions } from "@/lib/db/watched-connection";

/** How a pool's connections are made, and how many there may be. */
export type PoolOptions = pg.PoolConfig & ClientOptions;

/** What our connections are called begins so; the ids of the master keys that the process has come behind. */
export const CONNECTION_NAME = "atrium/";
/** PostgreSQL cuts a name after 63 bytes. */
const MOST_IDS = 6;

/** The name of a process's connections, by which `keys reseal` sees whether a server lacks the master key in force. */
function connectionName(masterKeyIds: string[]): string {
  return CONNECTION_NAME + masterKeyIds.slice(0, MOST_IDS).join(",");
}

/** What any connection of this process is made with: the application's role, which row-level security binds, and
 *  PostgreSQL's own deadlines.
 *  @param own the deadlines that differ from the usual ones */
export function connectionOptions(own: Partial<DatabaseDeadlines> = {}): PoolOptions {
  const deadlines = { ...databaseDeadlines(), ...own };
  const { statementMs, lockMs, idleMs } = deadlines;
  const settings = [
    `application_name=${connectionName(config().masterKeys.map(({ id }) => id))}`,
    // Whoever the login is, work is done as the role that owns nothing.
    "role=atrium_app",
    "timezone=UTC",
    `statement_timeout=${statementMs}`,
    `lock_timeout=${lockMs}`,
    `idle_in_transaction_session_timeout=${Math.max(idleMs, statementMs)}`,
  ];
  return {
    connectionString: config().databaseUrl,
    max: config().databasePool,
    options: settings.map((setting) => `-c ${setting}`).join(" "),
    connectionTimeoutMillis: deadlines.connectMs,
    silenceMs: deadlines.silenceMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: deadlines.heartbeatMs,
  };
}
