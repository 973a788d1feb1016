import { atEnd } from "../ends";
import { type Place, type Running, startServer, startWorker } from "../servers";
import type { Acknowledged } from "./client";
import { Fleet } from "./fleet";
import { type People, peopleBy } from "./people";

/** Two servers and a worker, with users for the journeys. */
export interface TwoServers {
  servers: [Running, Running];
  worker: Running;
  fleet: Fleet;
  people: People;
  /** Work that the service has acknowledged so far. */
  done: Acknowledged;
}

/** Starts them on a migrated database, and makes the users.
 *  @param count of users */
export async function startTwoServers(
  env: NodeJS.ProcessEnv,
  count: number,
  place: Pick<Place, "folder"> = {},
): Promise<TwoServers> {
  const servers: [Running, Running] = [
    await startServer(env, place),
    await startServer(env, place),
  ];
  const worker = await startWorker(env, place);
  const fleet = new Fleet();
  atEnd(() => fleet.stop());
  for (const server of servers) fleet.add(server);
  const people = peopleBy(place.folder ?? ".", env, servers[0].port, count);
  const done: Acknowledged = { users: new Map(), sessions: new Set(), tokens: 0 };
  return { servers, worker, fleet, people, done };
}
