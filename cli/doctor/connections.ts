import { type ConnectionRoom, connectionCounts } from "@/lib/kernel/db/connection-counts";
import { connectionRoom } from "@/lib/kernel/db/connection-limits";
import { type Check, type Finding, failed, ok, warning } from "./check";

interface Use extends ConnectionRoom {
  /** All connections to any database of the server. */
  used: number;
}

/** Checks that PostgreSQL allows the connections that the processes of this server open when they are
 *  busy. */
export const connections: Check = {
  name: "connections",
  needs: "database",
  look: async ({ ask, config }) => {
    const [room] = await ask<ConnectionRoom>(connectionRoom().text);
    const [open] = await ask<Pick<Use, "used">>(
      "SELECT count(*)::int AS used FROM pg_stat_activity WHERE datid IS NOT NULL",
    );
    if (!room || !open) throw new Error("PostgreSQL does not know how many connections it allows");
    return connectionsFinding({ ...room, ...open }, connectionCounts(config).server);
  },
};

/** @param server most connections that the processes of this server open */
export function connectionsFinding({ most, by, used }: Use, server: number): Finding {
  const seen = `this server takes up to ${server}; PostgreSQL allows ${most} for all servers (${by}), and ${used} are open`;
  const todo = `Raise ${by} to the sum of what all servers take, or lower ATRIUM_DATABASE_POOL or ATRIUM_PROCESSES.`;
  if (server > most) return failed(seen, todo);
  return used > most * 0.85 ? warning(seen, todo) : ok(seen);
}
