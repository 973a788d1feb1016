import type { Ask } from "@/lib/kernel/db/ask";

/** The oldest PostgreSQL that is served, as `server_version_num` has it. */
export const OLDEST_SERVER = 160_000;
/** The same for people. */
export const SERVED_SERVERS = "PostgreSQL 16, 17 or 18";

/** What asks a server for its version. */
const READ_SERVER =
  "SELECT current_setting('server_version_num')::int AS number, current_setting('server_version') AS version";

/**
 * Makes sure that a server is new enough.
 * @param ask any client's way of sending one query
 * @throws when it is not, naming its version
 */
export async function refuseOldServer(ask: Ask): Promise<void> {
  const [server] = await ask<{ number: number; version: string }>(READ_SERVER);
  if (server && server.number < OLDEST_SERVER)
    throw new Error(`Atrium needs ${SERVED_SERVERS}; this server is ${server.version}.`);
}
