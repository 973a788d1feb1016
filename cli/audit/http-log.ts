import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import type { Hash } from "@/lib/features/audit-log/log/bytes";
import { type TilePath, tilePath } from "@/lib/features/audit-log/log/tile";
import { CannotVerify } from "@/lib/features/audit-log/verify/verified";
import type { ServedLog } from "@/lib/features/audit-log/verify/verify-served-log";
import { TooLong, textLines } from "./text-lines";

/** Deadlines and retries of requests to a service. */
export interface RequestLimits {
  /** For the whole answer of a request, and of a stream for each next piece. In milliseconds. */
  deadlineMs: number;
  /** Before the second try and the third one, in milliseconds. */
  pausesMs: readonly number[];
  /** Number of 429 answers in a row after which no further try is made. */
  mostWaits: number;
}

const usual: RequestLimits = { deadlineMs: 30_000, pausesMs: [1_000, 4_000], mostWaits: 10 };

/** Longest `Retry-After` that is obeyed, in seconds. */
const LONGEST_WAIT = 60;

/** The service answered 429. */
class TooManyRequests extends Error {
  readonly seconds: number;

  constructor(retryAfter: string | null) {
    super("it is asked too much");
    const seconds = Number(retryAfter ?? Number.NaN);
    this.seconds = Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), LONGEST_WAIT) : 5;
  }
}

/** Tries that have failed since the last one that did not. */
const noTries = () => ({ failures: 0, waits: 0 });

/** Bytes of the largest answer: 256 entries of 64 KiB. */
const LARGEST = 256 * (65_535 + 2);

const API = "api/v1/management/";

/** A tenant's log as a service serves it over HTTP. Each request has a deadline and three tries.
 *  @param base the service's address
 *  @param token called before each request */
export class HttpLog implements ServedLog {
  readonly #base: URL;
  readonly #token: () => Promise<string>;
  readonly #limits: RequestLimits;

  constructor(base: URL, token: () => Promise<string>, limits = usual) {
    this.#base = new URL(base.href.replace(/\/*$/, "/"));
    this.#token = token;
    this.#limits = limits;
  }

  async checkpoint(): Promise<string | null> {
    const bytes = await this.#whole("audit-log/checkpoint");
    return bytes && Buffer.from(bytes).toString();
  }

  file(path: TilePath): Promise<Uint8Array | null> {
    return this.#whole(`audit-log/${tilePath(path)}`);
  }

  async consistency(from: number, to: number): Promise<Hash[] | null> {
    // 400: the log is shorter than that.
    const bytes = await this.#whole(`audit-log/consistency?from=${from}&to=${to}`, [400, 404]);
    if (!bytes) return null;
    try {
      const { proof } = JSON.parse(Buffer.from(bytes).toString()) as { proof: string[] };
      return proof.map((hash) => Buffer.from(hash, "base64"));
    } catch {
      throw new CannotVerify("The service's proof of consistency can't be read.");
    }
  }

  /** Reads all events. An answer that breaks off is requested again from where it stopped. */
  async *events(): AsyncGenerator<string, void> {
    let after: number | null = null;
    for (let tries = noTries(); ; ) {
      let received = 0;
      try {
        const { lines, next } = await this.#readEvents(after);
        for await (const line of lines) {
          const sequence = sequenceIn(line);
          received += 1;
          yield line;
          after = sequence ?? after;
        }
        // A long part of the log may be hidden from the reader: the service says how far it has searched.
        if (received === 0 && (next === null || next <= (after ?? -1))) return;
        after = next ?? after;
        tries = noTries();
      } catch (error) {
        if (received > 0) tries = noTries();
        await this.#pause(tries, "audit-events", error);
      }
    }
  }

  /** @returns the events, and the last position that the service has searched: null where it doesn't say */
  async #readEvents(
    after: number | null,
  ): Promise<{ lines: AsyncIterable<string>; next: number | null }> {
    const silence = new AbortController();
    const wait = () => setTimeout(() => silence.abort(), this.#limits.deadlineMs);
    const timer = { current: wait() };
    const path = `audit-events?opened=true${after === null ? "" : `&after=${after}`}`;
    const response = await this.#get(path, "application/x-ndjson", silence.signal).finally(() =>
      clearTimeout(timer.current),
    );
    if (!response) throw new CannotVerify("The service tells no events.");
    const pieces = async function* () {
      try {
        timer.current = wait();
        for await (const piece of (response.body ?? []) as unknown as AsyncIterable<Uint8Array>) {
          // No deadline runs while the consumer handles the lines.
          clearTimeout(timer.current);
          yield piece;
          timer.current = wait();
        }
      } finally {
        clearTimeout(timer.current);
        silence.abort();
      }
    };
    const [, next] =
      /[?&]after=(\d+)[^>]*>; rel="next"/.exec(response.headers.get("link") ?? "") ?? [];
    return { lines: textLines(pieces()), next: next === undefined ? null : Number(next) };
  }

  /** @param absent statuses that mean that there is no such resource
   *  @returns null then */
  async #whole(path: string, absent: readonly number[] = [404]): Promise<Uint8Array | null> {
    for (const tries = noTries(); ; ) {
      const deadline = AbortSignal.timeout(this.#limits.deadlineMs);
      try {
        const response = await this.#get(path, "*/*", deadline, absent);
        return response && (await bytesOf(response, path));
      } catch (error) {
        await this.#pause(tries, path, error);
      }
    }
  }

  /** @returns null when there is no such resource
   *  @throws CannotVerify for errors that another try doesn't mend; anything else for those that it may */
  async #get(
    path: string,
    accept: string,
    signal: AbortSignal,
    absent: readonly number[] = [404],
  ): Promise<Response | null> {
    const url = new URL(API + path, this.#base);
    const headers = { authorization: `Bearer ${await this.#token()}`, accept };
    const response = await fetch(url, { headers, signal, redirect: "manual" });
    if (response.ok) return response;
    await response.body?.cancel();
    const { status } = response;
    if (absent.includes(status)) return null;
    if (status === 401 || status === 403)
      throw new CannotVerify(
        `The service refuses the token (${status}): it takes a machine token with all five scopes that read.`,
      );
    if (status === 429) throw new TooManyRequests(response.headers.get("retry-after"));
    if (status >= 500) throw new Error(`it answers ${status}`);
    throw new CannotVerify(`${url.pathname} answers ${status}.`);
  }

  /** Waits before the next try.
   *  @throws CannotVerify after the last one, and when another doesn't help */
  async #pause(tries: ReturnType<typeof noTries>, path: string, error: unknown): Promise<void> {
    if (error instanceof CannotVerify || error instanceof TooLong) throw error;
    if (error instanceof TooManyRequests && tries.waits < this.#limits.mostWaits) {
      tries.waits += 1;
      await sleep(error.seconds * 1_000);
      return;
    }
    const pause = this.#limits.pausesMs[tries.failures];
    tries.failures += 1;
    if (pause === undefined)
      throw new CannotVerify(
        `${this.#base.origin} does not answer (${API}${path}): ${reasonOf(error)}.`,
      );
    await sleep(pause);
  }
}

async function bytesOf(response: Response, path: string): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of (response.body ?? []) as unknown as AsyncIterable<Uint8Array>) {
    length += piece.length;
    if (length > LARGEST) throw new CannotVerify(`The answer to ${path} is too long.`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

/** Position of an event in the log, from its JSON line; null for a line without one. */
function sequenceIn(line: string): number | null {
  try {
    const { sequence } = JSON.parse(line) as { sequence?: unknown };
    return typeof sequence === "number" ? sequence : null;
  } catch {
    return null;
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === "TimeoutError" || error.name === "AbortError") return "no answer in time";
  const { cause } = error;
  if (cause instanceof Error) return "code" in cause ? String(cause.code) : cause.message;
  return error.message;
}

/** Environment variable that holds a machine token for `audit verify --url`. */
export const TOKEN_VARIABLE = "ATRIUM_TOKEN";

/** Reads the machine token. Call it before each request: a program that renews expiring tokens may rewrite
 *  the file meanwhile.
 *  @param file that has the token; without one, the environment has it
 *  @throws CannotVerify when there is none */
export async function auditToken(file: string | undefined): Promise<string> {
  const text = file ? await readFile(file, "utf8") : process.env[TOKEN_VARIABLE];
  const token = text?.trim();
  if (token && /^[\x21-\x7e]+$/.test(token)) return token;
  throw new CannotVerify(
    file
      ? `${file} has no token.`
      : `Set ${TOKEN_VARIABLE} to a machine token, or name a file that has one: --token-file <file>.`,
  );
}
