import { Agent, type ClientRequest, type IncomingMessage, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { isReady, type Running } from "../servers";
import { BASE_URL } from "./settings";

/** The parts of a server that a fleet uses. */
type Server = Pick<Running, "port" | "stop">;

/** A request as a client of the service sends it. */
export interface Sent {
  method?: "GET" | "POST";
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

export interface Answer {
  status: number;
  headers: IncomingMessage["headers"];
  body: string;
}

const PROBE_MS = 100;
/** Longer than the service takes for any answer (lib/kernel/db/deadlines). */
const LONGEST_MS = 20_000;
const TRIES = 3;

/** A server read a request and never answered it. */
export class Unanswered extends Error {
  constructor(path: string) {
    super(`${path.split("?")[0]} was not answered within ${LONGEST_MS / 1_000} s`);
    this.name = "Unanswered";
  }
}

interface Member {
  server: Server;
  agent: Agent;
  ready: boolean;
}

/** Servers of one database behind a load balancer: requests go in turn to the servers whose /readyz was 200 a
 *  moment ago, over keep-alive connections. It sends a request once more in two cases, as proxies and HTTP
 *  clients do, and counts both. A new connection was refused: the server got nothing. A reused connection was
 *  closed before a byte of the answer came: the server closed it while the request was on its way (RFC 9112,
 *  section 9.3.1). Any other error is a failure. */
export class Fleet {
  /** Number of repeated requests, by reason. */
  readonly repeated = { refused: 0, closed: 0 };
  answered = 0;
  readonly #members: Member[] = [];
  #turn = 0;
  #watching = true;
  readonly #watch = this.#probe();

  /** Adds a server, which is ready. */
  add(server: Server): void {
    this.#members.push({ server, agent: new Agent({ keepAlive: true }), ready: true });
  }

  /** Ends a server as an operator does, while requests go on; returns when it has ended. */
  async remove(server: Server): Promise<void> {
    await server.stop();
    const at = this.#members.findIndex((member) => member.server === server);
    this.#members.splice(at, 1)[0]?.agent.destroy();
  }

  /** Sends a request to the next server.
   *  @throws Error when it failed finally */
  async send(sent: Sent): Promise<Answer> {
    for (let left = TRIES; ; left -= 1) {
      const { server, agent } = await this.#next();
      const outcome = await exchange(server.port, agent, sent);
      if (!("again" in outcome)) {
        this.answered += 1;
        return outcome;
      }
      if (!outcome.again || left === 1) throw outcome.error;
      this.repeated[outcome.again] += 1;
    }
  }

  async stop(): Promise<void> {
    this.#watching = false;
    await this.#watch;
    await Promise.all(this.#members.map(({ server }) => this.remove(server)));
  }

  async #next(): Promise<Member> {
    for (let tries = 0; tries < 50; tries += 1) {
      const ready = this.#members.filter((member) => member.ready);
      this.#turn += 1;
      const member = ready[this.#turn % Math.max(ready.length, 1)];
      if (member) return member;
      await sleep(PROBE_MS);
    }
    throw new Error("No server is ready");
  }

  async #probe(): Promise<void> {
    for (; this.#watching; await sleep(PROBE_MS))
      await Promise.all(
        this.#members.map(async (member) => {
          member.ready = await isReady(member.server.port);
        }),
      );
  }
}

type Outcome = Answer | { again: "refused" | "closed" | null; error: Error };

function exchange(
  port: number,
  agent: Agent,
  { method = "GET", path, headers, body }: Sent,
): Promise<Outcome> {
  return new Promise((resolve) => {
    const host = new URL(BASE_URL).host;
    const length = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
    const options = {
      host: "127.0.0.1",
      port,
      method,
      path,
      agent,
      headers: { ...headers, ...length, host },
    };
    const outgoing = request(options, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.once("error", (error) => resolve({ again: null, error }));
      response.once("end", () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks).toString(),
        }),
      );
    });
    outgoing.setTimeout(LONGEST_MS, () => outgoing.destroy(new Unanswered(path)));
    outgoing.once("error", (error) => resolve({ again: mayRepeat(outgoing, error), error }));
    outgoing.end(body);
  });
}

function mayRepeat(
  outgoing: ClientRequest,
  error: NodeJS.ErrnoException,
): "refused" | "closed" | null {
  if (error.code === "ECONNREFUSED") return "refused";
  const closed = error.code === "ECONNRESET" || error.code === "EPIPE";
  return closed && outgoing.reusedSocket ? "closed" : null;
}
