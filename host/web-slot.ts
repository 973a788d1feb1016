import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { drain, retire, sendMessage } from "@/host/end-worker";
import { endConnectionsInTransit } from "@/host/handed-over";
import { CLOSED, CLOSING, LISTEN, PREPARED } from "@/host/messages";
import { END_TIMEOUT_MS } from "@/host/patience";
import { RestartPause } from "@/host/restart-pause";
import { collectedMetrics } from "@/lib/kernel/process/collect-metrics";
import { logger } from "@/lib/kernel/process/logger";

/** A web process could not start, and has logged the reason. */
export class EndedWhileStarting extends Error {
  constructor() {
    super("a web process ended while starting; its words are above");
    this.name = "EndedWhileStarting";
  }
}

/** Callbacks of a slot to its supervisor. */
export interface SlotCallbacks {
  /** The first process is about to listen: the port must be free. */
  beforeListening: () => void;
  /** This slot's process died and has no successor yet. */
  onDeath: () => void;
}

/** The slot of one web process: always has a working one, if any can start. One change at a time: otherwise a
 *  restart and the replacement of a dead process would each start one, and the slot would know only the
 *  second. */
export class WebSlot {
  readonly #around: SlotCallbacks;
  #worker: Worker | undefined;
  /** The process before it, which may still finish its requests. */
  #replaced: Worker | undefined;
  #ending = false;
  #turn: Promise<unknown> = Promise.resolve();
  readonly #pause = new RestartPause();

  constructor(around: SlotCallbacks) {
    this.#around = around;
  }

  /** Whether its process accepts connections. */
  get listens(): boolean {
    return this.#worker !== undefined && !this.#worker.isDead();
  }

  /** Starts a process that has loaded everything and does not listen yet.
   *  @throws Error when it ends instead */
  async prepare(): Promise<Worker> {
    const worker = cluster.fork();
    collectedMetrics.join("web", worker);
    endConnectionsInTransit(worker);
    worker.on("message", (message) => message === CLOSING && sendMessage(worker, CLOSED));
    await orEnd(worker, received(worker, PREPARED));
    return worker;
  }

  /** Lets a prepared process listen, and puts it in this slot.
   *  @throws Error when it ends instead */
  async admit(worker: Worker): Promise<void> {
    this.#around.beforeListening();
    const listening = orEnd(worker, once(worker, "listening"));
    sendMessage(worker, LISTEN);
    await listening;
    this.#worker = worker;
    const startedAt = Date.now();
    worker.once("exit", () => void this.#died(worker, Date.now() - startedAt));
    if (worker.isDead()) void this.#died(worker, 0);
  }

  /** Exchanges the process for a new one; the old one ends when the new one listens.
   *  @throws Error when the new one does not start, and the old one stays */
  exchange(): Promise<void> {
    return this.#inTurn(async () => {
      if (this.#ending) return;
      const old = this.#worker;
      await this.admit(await this.prepare());
      // At most one replaced process may still be working: the one before it must exit.
      if (this.#replaced) void drain(this.#replaced, 0);
      this.#replaced = old;
      // A long request does not delay the exchange of other processes.
      if (old) await Promise.race([retire(old), sleep(END_TIMEOUT_MS, undefined, { ref: false })]);
    });
  }

  /** Starts no more processes in this slot. */
  end(): void {
    this.#ending = true;
  }

  async #died(worker: Worker, livedMs: number): Promise<void> {
    const mine = () => !this.#ending && this.#worker === worker;
    if (!mine()) return;
    this.#around.onDeath();
    for (let lived = livedMs; mine(); lived = 0) {
      const pause = this.#pause.after(lived);
      logger.error({ pid: worker.process.pid, pause }, "a web process died; starting another");
      await sleep(pause);
      await this.#inTurn(async () => {
        if (mine()) await this.admit(await this.prepare());
      }).catch((error: unknown) => logger.error({ err: error }));
    }
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => {});
    return done;
  }
}

function received(worker: Worker, expected: string): Promise<void> {
  return new Promise((resolve) => {
    worker.on("message", (message) => message === expected && resolve());
  });
}

async function orEnd(worker: Worker, happened: Promise<unknown>): Promise<void> {
  const exit = worker.isDead() ? Promise.resolve() : once(worker, "exit");
  const ended = exit.then(() => "ended");
  if ((await Promise.race([happened, ended])) === "ended") throw new EndedWhileStarting();
}
