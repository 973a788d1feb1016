import { Agent, type IncomingMessage, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { People } from "../harness/traffic/people";
import { BASE_URL } from "../harness/traffic/settings";

const PAUSE_MS = 300;
/** Seconds that an answer waits for an event, and milliseconds of silence after which the connection is
 *  closed. */
const WAIT_SECONDS = 5;
const SILENCE_MS = 20_000;

/** An event of the trail, as a reader remembers it. */
export interface Followed {
  sequence: number;
  id: string;
}

/** Follows the trail by one server after the other, from the last event that it has, through all failures. */
export class Follower {
  readonly events: Followed[] = [];
  readonly #agent = new Agent({ keepAlive: true });
  readonly #loop: Promise<void>;
  #running = true;
  #token = "";

  /** @param ports of the servers */
  constructor(
    private readonly ports: readonly number[],
    private readonly people: People,
  ) {
    this.#loop = this.#follow();
  }

  async stop(): Promise<void> {
    this.#running = false;
    await this.#loop;
    this.#agent.destroy();
  }

  async #follow(): Promise<void> {
    for (let turn = 0; this.#running; turn += 1) {
      const port = this.ports[turn % this.ports.length] ?? 0;
      try {
        if (this.#token === "") this.#token = await this.#newToken(port);
        await this.#read(port);
      } catch {
        await sleep(PAUSE_MS);
      }
    }
  }

  async #newToken(port: number): Promise<string> {
    const { clientId: client_id, clientSecret: client_secret } = this.people.tenant;
    const fields = { grant_type: "client_credentials", client_id, client_secret };
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const body = new URLSearchParams(fields).toString();
    let text = "";
    for await (const piece of await this.#ask(port, "POST", "/oauth/token", headers, body))
      text += piece;
    return (JSON.parse(text) as { access_token: string }).access_token;
  }

  /** Reads an answer. An incomplete line of a dying server is no event. */
  async #read(port: number): Promise<void> {
    const last = this.events.at(-1)?.sequence;
    const query = `wait=${WAIT_SECONDS}${last === undefined ? "" : `&after=${last}`}`;
    const headers = { authorization: `Bearer ${this.#token}`, accept: "application/x-ndjson" };
    const path = `/api/v1/management/audit-events?${query}`;
    let rest = "";
    for await (const piece of await this.#ask(port, "GET", path, headers)) {
      const lines = `${rest}${piece}`.split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) {
        const { sequence, id } = JSON.parse(line) as Followed;
        this.events.push({ sequence, id });
      }
    }
  }

  #ask(
    port: number,
    method: string,
    path: string,
    headers: Record<string, string>,
    body = "",
  ): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const outgoing = request({
        ...{ agent: this.#agent, host: "127.0.0.1", port, method, path },
        headers: { host: new URL(BASE_URL).host, "content-length": body.length, ...headers },
      });
      outgoing.setTimeout(SILENCE_MS, () => outgoing.destroy(new Error("It says nothing")));
      outgoing.once("error", reject);
      outgoing.once("response", (response) => {
        if (response.statusCode === 200) return resolve(response.setEncoding("utf8"));
        // Its last token may have expired.
        if (response.statusCode === 401) this.#token = "";
        response.resume();
        reject(new Error(`It answers ${response.statusCode}`));
      });
      outgoing.end(body);
    });
  }
}
