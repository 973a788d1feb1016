import { AtriumFailure, failureOf, unanswered } from "./problems.js";
import { isRepeatable, pauseBefore } from "./retries.js";

/** Settings of all calls. */
export interface Sending {
  /** Base address of the service: `https://id.example`. */
  baseUrl: string;
  /** Milliseconds that a call may take, with all its tries. Default: 10,000. */
  deadlineMs?: number;
  /** Used in place of the platform's `fetch`. */
  fetch?: (url: string, init: RequestInit) => Promise<Response>;
}

export interface OutgoingCall {
  method: string;
  path: string;
  /** Whether the call may be sent again when it is unknown whether it succeeded. Default: by method and
   *  path. */
  repeatable?: boolean;
  headers: () => Promise<Record<string, string>>;
  /** The body, or a function that makes it for each try: a signed statement is valid for one. */
  body?: string | (() => Promise<string>);
  signal?: AbortSignal;
  deadlineMs?: number;
}

/** Sends a call until it is answered, refused for good, or out of time.
 *  @throws AtriumFailure, or the reason of the caller's own signal */
export async function send(sending: Sending, call: OutgoingCall): Promise<Response> {
  const until = Date.now() + (call.deadlineMs ?? sending.deadlineMs ?? 10_000);
  const repeatable = call.repeatable ?? isRepeatable(call.method, call.path.split("?")[0] ?? "");
  for (let tried = 1; ; tried += 1) {
    const outcome = await tryOnce(sending, call, until);
    if (!(outcome instanceof AtriumFailure)) return outcome;
    const pause = pauseBefore(outcome, { tried, repeatable, random: Math.random() });
    // A wait beyond the deadline would be useless: the caller gets the refusal now.
    if (pause === null || Date.now() + pause >= until) throw outcome;
    await wait(pause, call.signal);
  }
}

/** Error that prevents a call from being sent at all. */
class Unsendable {
  constructor(readonly reason: unknown) {}
}

async function tryOnce(
  { baseUrl, fetch = globalThis.fetch }: Sending,
  call: OutgoingCall,
  until: number,
): Promise<Response | AtriumFailure> {
  const { signal } = call;
  signal?.throwIfAborted();
  const time = new AbortController();
  const timer = setTimeout(() => time.abort(), Math.max(0, until - Date.now()));
  const both = signal ? AbortSignal.any([signal, time.signal]) : time.signal;
  try {
    // Not retried here: requests for a token have tries of their own, and a missing secret stays missing.
    const own = Promise.all([call.headers(), bodyOf(call)]);
    const [headers, body] = await raceWithSignal(own, both).catch((error) => {
      throw both.aborted ? error : new Unsendable(error);
    });
    const response = await fetch(baseUrl + call.path, {
      method: call.method,
      headers,
      ...(body === undefined ? {} : { body }),
      // The service redirects no call. A redirect by another server would get the secrets.
      redirect: "manual",
      signal: both,
    });
    if (!response.ok) return await failureOf(response);
    // The body belongs to the call: it has to arrive before the same deadline.
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

async function bodyOf({ body }: OutgoingCall): Promise<string | undefined> {
  return typeof body === "function" ? body() : body;
}

/** Returns the result of shared work, or rejects when this caller's signal fires. */
async function raceWithSignal<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let stop: () => void = () => {};
  const ended = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
  });
  return Promise.race([work, ended]).finally(() => signal.removeEventListener("abort", stop));
}

/** Waits, or rejects with the reason of the signal when that fires. */
export async function wait(ms: number, signal?: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const slept = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await (signal ? raceWithSignal(slept, signal) : slept).finally(() => clearTimeout(timer));
}
