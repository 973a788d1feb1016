import pg from "pg";
import { databaseDeadlines } from "@/lib/kernel/db/deadlines";
import { type ClientOptions, WatchedConnection } from "@/lib/kernel/db/watched-connection";
import { wireOf } from "@/lib/kernel/db/wire";

const PAUSE_MS = 1_000;

/** Handlers of a listener. */
export interface ListenerHandlers {
  /** Handler of notifications, by the name of their channel (PostgreSQL, LISTEN). */
  onNotification: Readonly<Record<string, (payload: string) => void>>;
  /** Called once it listens. Notifications from before were lost. */
  onConnected(): void;
}

/** Listens to channels on a connection of its own, and reconnects whenever that is lost. */
export class Listener {
  readonly #options: ClientOptions;
  readonly #handlers: ListenerHandlers;
  #client: WatchedConnection | undefined;
  #again: NodeJS.Timeout | undefined;
  #listening = false;
  #ended = false;

  /** @param options as for a connection of the pool */
  constructor(options: ClientOptions, hearing: ListenerHandlers) {
    this.#options = options;
    this.#handlers = hearing;
    this.#connect();
  }

  /** Whether notifications are received. */
  get isConnected(): boolean {
    return this.#listening;
  }

  /** Stops listening for good. */
  async end(): Promise<void> {
    this.#ended = true;
    clearTimeout(this.#again);
    if (!this.#client) return;
    // Keeps the process alive until the connection has ended.
    wireOf(this.#client).ref();
    await this.#client.end().catch(() => {});
  }

  #connect(): void {
    if (this.#ended) return;
    const client = new WatchedConnection(this.#options);
    this.#client = client;
    let heartbeat: NodeJS.Timeout | undefined;
    let isLost = false;
    const lost = () => {
      if (isLost) return;
      isLost = true;
      clearTimeout(heartbeat);
      this.#listening = false;
      client.end().catch(() => {});
      this.#again = setTimeout(() => this.#connect(), PAUSE_MS).unref();
    };
    const channels = Object.keys(this.#handlers.onNotification);
    const listen = () =>
      client.query(channels.map((one) => `LISTEN ${pg.escapeIdentifier(one)}`).join(";"));
    // An idle connection would not show that its server has gone.
    const beat = () => {
      if (isLost || this.#ended) return;
      const ask = () => listen().then(beat, lost);
      heartbeat = setTimeout(ask, databaseDeadlines().heartbeatMs).unref();
    };
    client.on("error", lost);
    client.on("end", lost);
    client.on("notification", ({ channel, payload }) =>
      this.#handlers.onNotification[channel]?.(payload ?? ""),
    );
    client
      .connect()
      .then(listen)
      .then(() => {
        // It keeps no process alive.
        wireOf(client).unref();
        this.#handlers.onConnected();
        this.#listening = !isLost;
        beat();
      })
      .catch(lost);
  }
}
