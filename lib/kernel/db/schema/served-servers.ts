import type { Ask } from "@/lib/kernel/db/ask";

/** Oldest supported PostgreSQL, in the form of `server_version_num`. */
export const OLDEST_SERVER = 160_000;
/** Supported versions, for people. */
export const SERVED_SERVERS = "PostgreSQL 16, 17 or 18";

/** Query of a server's version. */
const READ_SERVER =
  "SELECT current_setting('server_version_num')::int AS number, current_setting('server_version') AS version";

/** Makes sure that a server is new enough.
 *  @param ask sends one query, by any client
 *  @throws Error that names the server's version, when it is too old */
export async function assertSupportedServer(ask: Ask): Promise<void> {
  const [server] = await ask<{ number: number; version: string }>(READ_SERVER);
  if (server && server.number < OLDEST_SERVER)
    throw new Error(`Atrium needs ${SERVED_SERVERS}; this server is ${server.version}.`);
}
