import { Agent, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { People } from "../harness/traffic/people";
import { BASE_URL } from "../harness/traffic/settings";

const EVERY_MS = 100;
/** Longer than the service takes for any answer. */
const LONGEST_MS = 20_000;

interface Probe {
  endedAt: number;
  tookMs: number;
  ok: boolean;
  answered: boolean;
}

/** Requests a token of one server at a fixed rate (a read, a write and a commit), without waiting for the
 *  answer before. */
export class Prober {
  #probes: Probe[] = [];
  #running = true;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 200 });
  readonly #open = new Set<Promise<void>>();
  readonly #loop: Promise<void>;

  constructor(
    readonly port: number,
    private readonly people: People,
  ) {
    this.#loop = this.#ask();
  }

  /** Time of the first successful answer after a moment; undefined without one. */
  answeredAfter(moment: number): number | undefined {
    const times = this.#probes.filter(({ ok, endedAt }) => ok && endedAt >= moment);
    return times.length > 0 ? Math.min(...times.map(({ endedAt }) => endedAt)) : undefined;
  }

  /** Counts the failures after a moment among the requests sent after it. */
  failedAfter(moment: number): number {
    return this.#probes.filter(({ ok, endedAt, tookMs }) => !ok && endedAt - tookMs >= moment)
      .length;
  }

  /** Returns and resets the counts since the last call. */
  take(): { asked: number; refused: number; unanswered: number; longestMs: number } {
    const probes = this.#probes;
    this.#probes = [];
    return {
      asked: probes.length,
      refused: probes.filter(({ ok, answered }) => !ok && answered).length,
      unanswered: probes.filter(({ answered }) => !answered).length,
      longestMs: Math.max(0, ...probes.map(({ tookMs }) => tookMs)),
    };
  }

  async stop(): Promise<void> {
    this.#running = false;
    await this.#loop;
    await Promise.all(this.#open);
    this.#agent.destroy();
  }

  async #ask(): Promise<void> {
    for (; this.#running; await sleep(EVERY_MS)) {
      const probe = this.#once().finally(() => this.#open.delete(probe));
      this.#open.add(probe);
    }
  }

  #once(): Promise<void> {
    const { clientId: client_id, clientSecret: client_secret } = this.people.tenant;
    const fields = { grant_type: "client_credentials", client_id, client_secret };
    const body = new URLSearchParams(fields).toString();
    const headers = {
      "content-type": "application/x-www-form-urlencoded",
      "content-length": body.length,
      host: new URL(BASE_URL).host,
    };
    const startedAt = performance.now();
    return new Promise((resolve) => {
      const record = (answered: boolean, ok: boolean) => {
        const endedAt = performance.now();
        this.#probes.push({ endedAt, tookMs: endedAt - startedAt, ok, answered });
        resolve();
      };
      const options = { host: "127.0.0.1", port: this.port, path: "/oauth/token", method: "POST" };
      const outgoing = request({ ...options, headers, agent: this.#agent }, (answer) => {
        answer.resume();
        answer.once("end", () => record(true, answer.statusCode === 200));
        answer.once("error", () => record(false, false));
      });
      outgoing.setTimeout(LONGEST_MS, () => outgoing.destroy());
      outgoing.once("error", () => record(false, false));
      outgoing.end(body);
    });
  }
}
