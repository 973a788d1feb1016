import cluster from "node:cluster";
import { drain } from "@/host/end-worker";
import { StandIn } from "@/host/stand-in";
import { WebSlot } from "@/host/web-slot";
import { logger } from "@/lib/kernel/process/logger";

/** Options of a supervisor. */
export interface SupervisorOptions {
  /** Number of web processes. */
  processes: number;
  /** Notice of a process before it accepts no more connections. */
  drainMs: number;
  port: number;
  /** The interface to listen on; undefined means all. */
  host: string | undefined;
}

/** Runs a fixed number of web processes on one port. One that dies is restarted with growing pauses;
 *  `restart` exchanges them one by one without rejecting a request. While none listens, a stand-in answers
 *  that the server is alive and not ready. */
export class Supervisor {
  readonly #slots: WebSlot[];
  readonly #standIn: StandIn;
  readonly #drainMs: number;
  #ending: Promise<void> | undefined;
  /** The running restart, or the start. */
  #current: Promise<unknown> = Promise.resolve();
  /** The restart that waits for it. */
  #next: Promise<void> | undefined;

  constructor({ processes, drainMs, port, host }: SupervisorOptions) {
    this.#standIn = new StandIn(port, host);
    this.#drainMs = drainMs;
    const around = {
      beforeListening: () => this.#standIn.close(),
      onDeath: () => this.#standInIfAlone(),
    };
    this.#slots = Array.from({ length: processes }, () => new WebSlot(around));
  }

  /** Resolves once every process listens.
   *  @throws Error when the port is taken, or the first processes can't start: another attempt would not
   *  help */
  start(): Promise<void> {
    const started = this.#start().catch((error: unknown) => {
      // A process that is ended while it starts did not fail.
      if (!this.#ending) throw error;
    });
    this.#current = started.catch(() => {});
    return started;
  }

  async #start(): Promise<void> {
    await this.#standIn.open();
    // All of them listen together, so that a client that sees "ready" finds every process.
    const prepared = await Promise.all(
      this.#slots.map(async (slot) => ({ slot, worker: await slot.prepare() })),
    );
    await Promise.all(prepared.map(({ slot, worker }) => slot.admit(worker)));
  }

  /** Exchanges every process for a new one, which may be of a newer build; the old one ends when the new one
   *  listens. If a new one can't start, the old ones remain. Calls during a restart share one more, which
   *  follows it. */
  restart(): Promise<void> {
    this.#next ??= this.#current.then(() => {
      this.#next = undefined;
      const restarting = this.#exchangeAll();
      this.#current = restarting;
      return restarting;
    });
    return this.#next;
  }

  async #exchangeAll(): Promise<void> {
    for (const slot of this.#slots) {
      if (this.#ending) return;
      try {
        await slot.exchange();
      } catch (error) {
        logger.error({ err: error }, "the rolling restart stopped: a new process did not start");
        return;
      }
    }
    logger.info("every web process has been exchanged");
  }

  /** Ends all processes, each when its requests are answered. */
  end(): Promise<void> {
    this.#ending ??= this.#end();
    return this.#ending;
  }

  async #end(): Promise<void> {
    this.#standIn.close();
    for (const slot of this.#slots) slot.end();
    const workers = Object.values(cluster.workers ?? {});
    await Promise.all(workers.map((worker) => worker && drain(worker, this.#drainMs)));
  }

  #standInIfAlone(): void {
    if (this.#ending || this.#slots.some(({ listens }) => listens)) return;
    this.#standIn.open().catch((error: unknown) => {
      logger.error({ err: error }, "nobody answers on the port until a web process starts");
    });
  }
}
