import { AtriumFailure, failureOf, unanswered } from "./problems.js";
import { isRepeatable, pauseBefore } from "./retries.js";

/** How calls travel. */
export interface Sending {
  /** Where the service is: `https://id.example`. */
  baseUrl: string;
  /** Milliseconds that a call may take, with all its tries. 10,000 unless told. */
  deadlineMs?: number;
  /** In place of the platform's `fetch`. */
  fetch?: (url: string, init: RequestInit) => Promise<Response>;
}

export interface Wanted {
  method: string;
  path: string;
  /** Whether the call may be sent again when nobody knows what became of it; by method and path unless told. */
  repeatable?: boolean;
  headers: () => Promise<Record<string, string>>;
  /** The body, or what makes it for each try: a signed statement is good for one. */
  body?: string | (() => Promise<string>);
  signal?: AbortSignal;
  deadlineMs?: number;
}

/** Sends a call until it is answered, refused for good, or out of time.
 *  @throws AtriumFailure, or the reason of the caller's own signal */
export async function send(sending: Sending, wanted: Wanted): Promise<Response> {
  const until = Date.now() + (wanted.deadlineMs ?? sending.deadlineMs ?? 10_000);
  const repeatable =
    wanted.repeatable ?? isRepeatable(wanted.method, wanted.path.split("?")[0] ?? "");
  for (let tried = 1; ; tried += 1) {
    const outcome = await tryOnce(sending, wanted, until);
    if (!(outcome instanceof AtriumFailure)) return outcome;
    const pause = pauseBefore(outcome, { tried, repeatable, random: Math.random() });
    // A wait that would not fit into the deadline is no use: the caller hears of the refusal now.
    if (pause === null || Date.now() + pause >= until) throw outcome;
    await wait(pause, wanted.signal);
  }
}

/** Why a call could not be made at all. */
class Unsendable {
  constructor(readonly reason: unknown) {}
}

async function tryOnce(
  { baseUrl, fetch = globalThis.fetch }: Sending,
  wanted: Wanted,
  until: number,
): Promise<Response | AtriumFailure> {
  const { signal } = wanted;
  signal?.throwIfAborted();
  const time = new AbortController();
  const timer = setTimeout(() => time.abort(), Math.max(0, until - Date.now()));
  const both = signal ? AbortSignal.any([signal, time.signal]) : time.signal;
  try {
    // Not a part of what may be tried again: a token that does not come has had its tries, and a missing secret never comes.
    const own = Promise.all([wanted.headers(), bodyOf(wanted)]);
    const [headers, body] = await raced(own, both).catch((error) => {
      throw both.aborted ? error : new Unsendable(error);
    });
    const response = await fetch(baseUrl + wanted.path, {
      method: wanted.method,
      headers,
      ...(body === undefined ? {} : { body }),
      // The service redirects no call. Whoever does would be sent the secrets.
      redirect: "manual",
      signal: both,
    });
    if (!response.ok) return await failureOf(response);
    // The body belongs to the call: it has to arrive in the same time.
    const text = await response.text();
    return new Response(text === "" ? null : text, response);
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    if (error instanceof Unsendable) throw error.reason;
    if (time.signal.aborted) throw unanswered("deadline_exceeded", error);
    return unanswered("network_error", error);
  } finally {
    clearTimeout(timer);
  }
}

async function bodyOf({ body }: Wanted): Promise<string | undefined> {
  return typeof body === "function" ? body() : body;
}

/** The result of work that others share, or the end of this caller's patience. */
async function raced<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let stop: () => void = () => {};
  const ended = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
  });
  return Promise.race([work, ended]).finally(() => signal.removeEventListener("abort", stop));
}

async function wait(ms: number, signal?: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const slept = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await (signal ? raced(slept, signal) : slept).finally(() => clearTimeout(timer));
}
