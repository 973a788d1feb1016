import { sessionOptions } from "@/lib/kernel/db/connection-options";
import { connections } from "@/lib/kernel/db/connections";
import { Listener } from "@/lib/kernel/db/listener";
import type { ClientOptions } from "@/lib/kernel/db/watched-connection";
import { singleton } from "@/lib/kernel/process/singleton";

/** Channel for changes of rows; the payload is the tenant's id, or `*` for every tenant. */
const CHANGED = "atrium_changed";
/** Channel for growth of a tenant's audit log; the payload is the tenant's id. */
const LOG_GREW = "atrium_audit_log";

type Subscriber = (tenantId: string | null) => void;

/** Publishes which tenants' rows have changed: by this process's transactions once they have committed, by
 *  other processes as PostgreSQL notifies. */
class ChangeFeed {
  readonly #subscribers: Subscriber[] = [];
  readonly #logSubscribers = new Set<Subscriber>();
  #listener: Listener | undefined;

  /** Whether changes of other processes are received. While they are not, no cached copy can be trusted. */
  get isConnected(): boolean {
    return this.#listener?.isConnected ?? false;
  }

  /** Calls a subscriber at every change, with the tenant's id or null for all tenants. */
  subscribe(hear: Subscriber): void {
    this.#subscribers.push(hear);
  }

  /** Calls a subscriber whenever an audit log has grown, with the tenant's id or null for any tenant's.
   *  @returns a function that unsubscribes */
  subscribeToLogs(hear: Subscriber): () => void {
    this.#logSubscribers.add(hear);
    return () => this.#logSubscribers.delete(hear);
  }

  /** Publishes a change that has committed. */
  publish(tenantId: string | null): void {
    for (const hear of this.#subscribers) hear(tenantId);
  }

  #publishLog(tenantId: string | null): void {
    for (const hear of this.#logSubscribers) hear(tenantId);
  }

  /** Starts to listen.
   *  @param options as for a connection of the pool */
  listen(options: ClientOptions): void {
    this.#listener ??= new Listener(options, {
      onNotification: {
        [CHANGED]: (payload) => this.publish(payload === "*" ? null : payload || null),
        [LOG_GREW]: (payload) => this.#publishLog(payload || null),
      },
      // Notifications from before are lost, so everything counts as changed.
      onConnected: () => {
        this.publish(null);
        this.#publishLog(null);
      },
    });
  }

  /** Stops listening for good. */
  async end(): Promise<void> {
    await this.#listener?.end();
  }
}

/** The change feed of this process. */
export const changeFeed = singleton("change-feed", () => new ChangeFeed());

const listening = singleton("listening", () => ({ isStarted: false }));

/** Starts to receive the changes that other processes make. */
export function listenForChanges(): void {
  if (listening.isStarted) return;
  listening.isStarted = true;
  changeFeed.listen(sessionOptions());
  connections.alsoEnds(() => changeFeed.end());
}
