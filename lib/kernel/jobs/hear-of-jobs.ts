import type { PgBoss } from "pg-boss";
import { Listener } from "@/lib/kernel/db/listener";
import type { ClientOptions } from "@/lib/kernel/db/watched-connection";

/** Notifies a worker of new jobs over a connection of ours. pg-boss's own would connect to the first of
 *  several servers, and reconnects half a minute late after a longer outage of the database.
 *  @param boss not started yet
 *  @param options as for a connection of its pool */
export function listenForJobs(boss: PgBoss, options: ClientOptions): void {
  const database = boss.getDb();
  database.listen = async (channel, onNotification, onConnected) => {
    const listener = new Listener(options, {
      onNotification: { [channel]: onNotification },
      onConnected: onConnected,
    });
    return { close: () => listener.end() };
  };
}
