import { sessionOptions } from "@/lib/kernel/db/connection-options";
import { connections } from "@/lib/kernel/db/connections";
import { Listener } from "@/lib/kernel/db/listener";
import type { ClientOptions } from "@/lib/kernel/db/watched-connection";
import { singleton } from "@/lib/kernel/process/singleton";

/** Where the database tells of changes; the payload is the tenant's id, or `*` for every tenant. */
const CHANGED = "atrium_changed";
/** Where it tells that the log of a tenant's audit events grew; the payload is the tenant's id. */
const LOG_GREW = "atrium_audit_log";

type Hearer = (tenantId: string | null) => void;

/** Whose rows have changed: of this process's own transactions when they have committed, of everybody's as
 *  PostgreSQL tells. */
class ChangeFeed {
  readonly #hearers: Hearer[] = [];
  readonly #logHearers = new Set<Hearer>();
  #listener: Listener | undefined;

  /** Whether changes of other processes are heard. While they are not, no copy can be trusted. */
  get isHeard(): boolean {
    return this.#listener?.isHeard ?? false;
  }

  /** Calls `hear` at every change, with the tenant's id or null for all tenants. */
  hear(hear: Hearer): void {
    this.#hearers.push(hear);
  }

  /** Calls `hear` whenever a log has grown, with the tenant's id or null for any tenant's.
   *  @returns what ends it */
  hearLogs(hear: Hearer): () => void {
    this.#logHearers.add(hear);
    return () => this.#logHearers.delete(hear);
  }

  /** Tells of a change that has committed. */
  tell(tenantId: string | null): void {
    for (const hear of this.#hearers) hear(tenantId);
  }

  #tellOfLog(tenantId: string | null): void {
    for (const hear of this.#logHearers) hear(tenantId);
  }

  /** Begins to listen.
   *  @param options as for a connection of the pool */
  listen(options: ClientOptions): void {
    this.#listener ??= new Listener(options, {
      heard: {
        [CHANGED]: (payload) => this.tell(payload === "*" ? null : payload || null),
        [LOG_GREW]: (payload) => this.#tellOfLog(payload || null),
      },
      // What happened before is not told any more.
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
