import pg from "pg";
import { singleton } from "@/lib/singleton";

/** Where the database tells of changes; the payload is the tenant's id, or `*` for every tenant. */
const CHANNEL = "atrium_changed";
const PAUSE_MS = 1_000;

type Hearer = (tenantId: string | null) => void;

/** Whose rows have changed: of this process's own transactions when they have committed, of everybody's as
 *  PostgreSQL tells. */
export class Changes {
  readonly #hearers: Hearer[] = [];
  #client: pg.Client | undefined;
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
  listen(options: pg.ClientConfig): void {
    if (this.#client || this.#ended) return;
    const client = new pg.Client(options);
    this.#client = client;
    let isLost = false;
    const lost = () => {
      if (isLost) return;
      isLost = true;
      this.#listening = false;
      client.end().catch(() => {});
      setTimeout(() => {
        this.#client = undefined;
        this.listen(options);
      }, PAUSE_MS).unref();
    };
    client.on("error", lost);
    client.on("end", lost);
    client.on("notification", ({ payload }) =>
      this.tell(payload === "*" ? null : (payload ?? null)),
    );
    client
      .connect()
      .then(() => client.query(`LISTEN ${CHANNEL}`))
      .then(() => {
        // It keeps no process alive.
        (client as unknown as { unref(): void }).unref();
        // What happened before is not told any more.
        this.tell(null);
        this.#listening = !isLost;
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
export const changes = singleton("changes", () => new Changes());
