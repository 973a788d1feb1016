import { once } from "node:events";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/** Longest wait for running requests before the data below them is exchanged, in milliseconds. */
const PATIENCE_MS = 5_000;

/** Holds requests back while the clock moves or the database is exchanged, so that each sees the old or the
 *  new state. */
export class Gate {
  #underWay = new Set<ServerResponse>();
  #held: (() => void)[] | null = null;
  #turn: Promise<unknown> = Promise.resolve();

  /** Runs before a server's own listener.
   *  @param passes matches requests that are never held, such as those that start the exchange
   *  @param answered answers in the listener's place, or leaves the request to it */
  guard(
    server: Server,
    passes: (path: string) => boolean,
    answered: (...exchange: Parameters<Listener>) => boolean,
  ): void {
    const [own] = server.listeners("request") as Listener[];
    if (!own) throw new Error("The server has no listener");
    server.removeListener("request", own);
    server.on("request", (request: IncomingMessage, response: ServerResponse) => {
      if (passes(request.url ?? "/")) return own(request, response);
      const go = () => {
        // Node's own Date header would have the machine's time.
        response.setHeader("date", new Date().toUTCString());
        this.#underWay.add(response);
        response.once("close", () => this.#underWay.delete(response));
        if (!answered(request, response)) own(request, response);
      };
      if (this.#held) this.#held.push(go);
      else go();
    });
  }

  /** Runs `work` while no request is running. One call at a time. */
  runExclusive<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(async () => {
      this.#held = [];
      try {
        await this.#quiet();
        return await work();
      } finally {
        const held = this.#held;
        this.#held = null;
        for (const go of held) go();
      }
    });
    this.#turn = turn.catch(() => {});
    return turn;
  }

  #quiet(): Promise<unknown> {
    const ending = [...this.#underWay].map(
      (response) => response.closed || once(response, "close"),
    );
    return Promise.race([
      Promise.allSettled(ending),
      sleep(PATIENCE_MS, undefined, { ref: false }),
    ]);
  }
}
