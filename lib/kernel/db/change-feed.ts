import { sessionOptions } from "@/lib/kernel/db/connection-options";
import { connections } from "@/lib/kernel/db/connections";
import { Listener } from "@/lib/kernel/db/listener";
import type { ClientOptions } from "@/lib/kernel/db/watched-connection";
import { singleton } from "@/lib/kernel/process/singleton";

/** Channel for changes of rows; the payload is the tenant's id, or `*` for every tenant. */
const CHANGED = "atrium_changed";
/** Channel for growth of a tenant's audit log; the payload is the tenant's id. */
const LOG_GREW = "atrium_audit_log";

type Hearer = (tenantId: string | null) => void;

/** Publishes which tenants' rows have changed: by this process's transactions once they have committed, by
 *  other processes as PostgreSQL notifies. */
class ChangeFeed {
  readonly #hearers: Hearer[] = [];
  readonly #logHearers = new Set<Hearer>();
  #listener: Listener | undefined;

  /** Whether changes of other processes are received. While they are not, no cached copy can be trusted. */
  get isHeard(): boolean {
    return this.#listener?.isHeard ?? false;
  }

  /** Calls a subscriber at every change, with the tenant's id or null for all tenants. */
  hear(hear: Hearer): void {
    this.#hearers.push(hear);
  }

  /** Calls a subscriber whenever an audit log has grown, with the tenant's id or null for any tenant's.
   *  @returns a function that unsubscribes */
  hearLogs(hear: Hearer): () => void {
    this.#logHearers.add(hear);
    return () => this.#logHearers.delete(hear);
  }

  /** Publishes a change that has committed. */
  tell(tenantId: string | null): void {
    for (const hear of this.#hearers) hear(tenantId);
  }

  #tellOfLog(tenantId: string | null): void {
    for (const hear of this.#logHearers) hear(tenantId);
  }

  /** Starts to listen.
   *  @param options as for a connection of the pool */
  listen(options: ClientOptions): void {
    this.#listener ??= new Listener(options, {
      heard: {
        [CHANGED]: (payload) => this.tell(payload === "*" ? null : payload || null),
        [LOG_GREW]: (payload) => this.#tellOfLog(payload || null),
      },
      // Notifications from before are lost, so everything counts as changed.
      begun: () => {
        this.tell(null);
        this.#tellOfLog(null);
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

const listening = singleton("listening", () => ({ begun: false }));

/** Starts to receive the changes that other processes make. */
export function listenForChanges(): void {
  if (listening.begun) return;
  listening.begun = true;
  changeFeed.listen(sessionOptions());
  connections.alsoEnds(() => changeFeed.end());
}
