import { config } from "@/lib/kernel/config/config";
import { connectionCounts, TooFewConnections } from "@/lib/kernel/db/connection-counts";
import { connectionRoom } from "@/lib/kernel/db/connection-limits";
import { unscoped } from "@/lib/kernel/db/unscoped";
import { logger } from "@/lib/kernel/process/logger";

/** Refuses to start with more connections than PostgreSQL allows, which would fail under load. A database
 *  that does not answer yet does not prevent a start.
 *  @throws TooFewConnections */
export async function refuseTooFewConnections(): Promise<void> {
  const { server } = connectionCounts(config());
  const room = await unscoped.first(connectionRoom()).catch((error: unknown) => {
    logger.warn({ err: error }, "PostgreSQL was not asked how many connections it allows");
    return null;
  });
  if (room && room.most < server) throw new TooFewConnections(server, room);
}
