import type { Journey } from "../harness/traffic/client";
import type { Fleet, Sent } from "../harness/traffic/fleet";

const RUNNERS = 4;

/** Secrets that work once, each presented several times at once, to all servers. */
export class Races {
  /** Number of times that each was accepted. */
  readonly #won = new Map<string, { sent: Sent; times: number }>();

  constructor(private readonly fleet: Fleet) {}

  /** @param made a request that uses up a secret made just now */
  race(made: () => Promise<Sent>): Journey {
    return async () => {
      const sent = await made();
      const entry = { sent, times: 0 };
      this.#won.set(sent.body ?? "", entry);
      await Promise.all(Array.from({ length: RUNNERS }, () => this.#present(entry)));
    };
  }

  /** Presents all of them once more: used ones must still be refused. */
  async again(): Promise<void> {
    for (const entry of this.#won.values()) await this.#present(entry);
  }

  get raced(): number {
    return this.#won.size;
  }

  /** Number of secrets that were accepted more than once. */
  get wonTwice(): number {
    return [...this.#won.values()].filter(({ times }) => times > 1).length;
  }

  /** A 200 counts as accepted; no answer counts as unknown. */
  async #present(entry: { sent: Sent; times: number }): Promise<void> {
    const answer = await this.fleet.send(entry.sent).catch(() => null);
    if (answer?.status === 200) entry.times += 1;
  }
}
