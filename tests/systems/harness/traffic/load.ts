import { setTimeout as sleep } from "node:timers/promises";
import type { Journey } from "./client";
import { Unanswered } from "./fleet";

/** A journey that went wrong: a failed request is one. */
export interface Failure {
  journey: string;
  /** The action on the servers at that time. */
  during: string;
  message: string;
}

/** Pause of a user between an answer and the next request, in milliseconds. */
const THINKING_MS = 30;

/** Repeats journeys, each with a user of its own, until the load is stopped. */
export class Load {
  readonly failures: Failure[] = [];
  /** Requests that were never answered. */
  readonly unanswered: string[] = [];
  /** Number of completed journeys of each kind. */
  readonly made = new Map<string, number>();
  during = "the beginning";
  #running = true;
  readonly #people: Promise<void>[];

  constructor(journeys: Record<string, Journey[]>) {
    this.#people = Object.entries(journeys).flatMap(([name, own]) =>
      own.map((journey) => this.#repeat(name, journey)),
    );
  }

  async stop(): Promise<void> {
    this.#running = false;
    await Promise.all(this.#people);
  }

  async #repeat(name: string, journey: Journey): Promise<void> {
    for (; this.#running; await sleep(THINKING_MS)) {
      try {
        await journey();
        this.made.set(name, (this.made.get(name) ?? 0) + 1);
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        if (error instanceof Unanswered) this.unanswered.push(message);
        this.failures.push({ journey: name, during: this.during, message });
      }
    }
  }
}
