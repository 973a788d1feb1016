import type { PgBoss } from "pg-boss";
import { Listener } from "@/lib/kernel/db/listener";
import type { ClientOptions } from "@/lib/kernel/db/watched-connection";

/** Has a worker hear of new jobs on a connection as ours are. pg-boss's own would go to the first server of several, and
 *  after some time without a database it comes back half a minute late.
 *  @param boss not started yet
 *  @param options as for a connection of its pool */
export function hearOfJobs(boss: PgBoss, options: ClientOptions): void {
  const database = boss.getDb();
  database.listen = async (channel, heard, begun) => {
    const listener = new Listener(options, { heard: { [channel]: heard }, begun });
    return { close: () => listener.end() };
  };
}
