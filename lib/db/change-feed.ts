import { sessionOptions } from "@/lib/db/connection-options";
import { connections } from "@/lib/db/connections";
import { databaseDeadlines } from "@/lib/db/deadlines";
import { type ClientOptions, WatchedConnection, wireOf } from "@/lib/db/watched-connection";
import { singleton } from "@/lib/process/singleton";

/** Where the database tells of changes; the payload is the tenant's id, or `*` for every tenant. */
const LISTEN = "LISTEN atrium_changed";
const PAUSE_MS = 1_000;

type Hearer = (tenantId: string | null) => void;

/** Whose rows have changed: of this process's own transactions when they have committed, of everybody's as
 *  PostgreSQL tells. */
class ChangeFeed {
  readonly #hearers: Hearer[] = [];
  #client: WatchedConnection | undefined;
  #listening = false;
  #ended = false;

  /** Whether changes of other processes are heard. While they are not, no copy can be trusted. */
  get isHeard(): boolean {
    return this.#listening;
  }

  /** Calls `hear` at every change, with the tenant's id or null for all tenants. */
  hear(hear: Hearer): void {
    this.#hearers.push(hear);
  }

  /** Tells of a change that has committed. */
  tell(tenantId: string | null): void {
    for (const hear of this.#hearers) hear(tenantId);
  }

  /** Begins to listen on a connection of its own, and does so again whenever that is lost.
   *  @param options as for a connection of the pool */
  listen(options: ClientOptions): void {
    if (this.#client || this.#ended) return;
    const client = new WatchedConnection(options);
    this.#client = client;
    let isLost = false;
    const lost = () => {
      if (isLost) return;
      isLost = true;
      clearTimeout(heartbeat);
      this.#listening = false;
      client.end().catch(() => {});
      setTimeout(() => {
        this.#client = undefined;
        this.listen(options);
      }, PAUSE_MS).unref();
    };
    let heartbeat: NodeJS.Timeout | undefined;
    // Nobody would notice that a connection on which nothing is asked leads nowhere any more.
    const beat = () => {
      if (isLost || this.#ended) return;
      const ask = () => client.query(LISTEN).then(beat, lost);
      heartbeat = setTimeout(ask, databaseDeadlines().heartbeatMs).unref();
    };
    client.on("error", lost);
    client.on("end", lost);
    client.on("notification", ({ payload }) =>
      this.tell(payload === "*" ? null : (payload ?? null)),
    );
    client
      .connect()
      .then(() => client.query(LISTEN))
      .then(() => {
        // It keeps no process alive.
        wireOf(client).unref();
        // What happened before is not told any more.
        this.tell(null);
        this.#listening = !isLost;
        beat();
      })
      .catch(lost);
  }

  /** Stops listening for good. */
  async end(): Promise<void> {
    this.#ended = true;
    await this.#client?.end().catch(() => {});
  }
}

/** The changes that this process hears of. */
export const changeFeed = singleton("change-feed", () => new ChangeFeed());

const listening = singleton("listening", () => ({ begun: false }));

/** Has this process hear of the changes that other processes make, from now on. */
export function listenForChanges(): void {
  if (listening.begun) return;
  listening.begun = true;
  changeFeed.listen(sessionOptions());
  connections.alsoEnds(() => changeFeed.end());
}
