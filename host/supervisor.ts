import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { REPLACED } from "@/host/messages";
import { logger } from "@/lib/logger";

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;
/** One that lived this long was well: the next failure starts from the first pause again. */
const WELL_AFTER_MS = 60_000;

/** How long after its notice a process may take to end before it is ended. */
const PATIENCE_MS = 12_000;

/** Keeps as many web processes as it is told to, on one port. One that dies is started again with growing
 *  pauses; `restart` exchanges them one by one without turning a request away. */
export class Supervisor {
  readonly #current: (Worker | undefined)[];
  readonly #drainMs: number;
  #ending: Promise<void> | undefined;
  #restarting: Promise<void> = Promise.resolve();

  /** @param drainMs the notice that a process gives before it takes no more connections */
  constructor(processes: number, drainMs: number) {
    this.#current = Array.from({ length: processes });
    this.#drainMs = drainMs;
  }

  /** Resolves once every process listens.
   *  @throws Error when the first ones can't even start, which another try would not mend */
  async start(): Promise<void> {
    await Promise.all(this.#current.map((_, slot) => this.#launch(slot)));
    this.#current.forEach((_, slot) => {
      void this.#keep(slot);
    });
  }

  /** Exchanges every process for a new one, which may be of a newer build; the old one ends when the new
   *  one listens. A new one that can't start leaves the old ones at work. */
  restart(): Promise<void> {
    this.#restarting = this.#restarting.then(async () => {
      for (const [slot, old] of this.#current.entries()) {
        if (this.#ending) return;
        try {
          await this.#launch(slot);
        } catch (error) {
          logger.error({ err: error }, "the rolling restart stopped: a new process did not start");
          return;
        }
        void this.#keep(slot);
        if (old) await this.#retire(old);
      }
      logger.info("every web process has been exchanged");
    });
    return this.#restarting;
  }

  /** Ends all processes, each when its requests are answered. */
  end(): Promise<void> {
    this.#ending ??= Promise.all(
      Object.values(cluster.workers ?? {}).map((worker) => worker && this.#drain(worker)),
    ).then(() => {});
    return this.#ending;
  }

  /** Starts a process and puts it in the slot once it listens. */
  async #launch(slot: number): Promise<void> {
    const worker = cluster.fork();
    const listening = await Promise.race([
      once(worker, "listening").then(() => true),
      once(worker, "exit").then(() => false),
    ]);
    if (!listening) throw new Error("a web process ended while starting; its words are above");
    this.#current[slot] = worker;
  }

  /** Waits until the slot's process dies and starts another; gives up its watch when it was exchanged. */
  async #keep(slot: number): Promise<void> {
    let pause = FIRST_PAUSE_MS;
    for (;;) {
      const worker = this.#current[slot];
      const begun = Date.now();
      if (worker && !worker.isDead()) await once(worker, "exit");
      if (this.#ending || this.#current[slot] !== worker) return;
      if (Date.now() - begun > WELL_AFTER_MS) pause = FIRST_PAUSE_MS;
      logger.error({ pid: worker?.process.pid, pause }, "a web process died; starting another");
      await sleep(pause);
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
      if (this.#ending || this.#current[slot] !== worker) return;
      await this.#launch(slot).catch((error: unknown) => logger.error({ err: error }));
    }
  }

  /** Ends a process whose successor listens: it needs no notice. */
  #retire(worker: Worker): Promise<void> {
    return this.#ended(worker, () => worker.send(REPLACED));
  }

  #drain(worker: Worker): Promise<void> {
    return this.#ended(worker, () => worker.process.kill("SIGTERM"));
  }

  async #ended(worker: Worker, tell: () => void): Promise<void> {
    if (worker.isDead()) return;
    const gone = once(worker, "exit");
    tell();
    const timer = setTimeout(() => worker.process.kill("SIGKILL"), this.#drainMs + PATIENCE_MS);
    await gone;
    clearTimeout(timer);
  }
}
