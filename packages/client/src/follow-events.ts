import type { Atrium } from "./atrium.js";
import type { LoggedAuditEvent } from "./generated/types.js";
import { type AtriumFailure, failureOf, isAtriumError, unanswered } from "./problems.js";
import { wait } from "./send.js";

/** Filter of audit events. Absent fields do not filter. */
export interface FollowedEvents {
  /** The `sequence` of the last event that you have; none for the beginning of the log. */
  after?: number;
  /** One kind (`user.created`), or all of a noun (`user.*`). */
  kind?: string;
  /** Id of the actor. */
  actor?: string;
  /** Id of a target of the event. */
  target?: string;
  /** Earliest time of the event. */
  since?: Date;
  /** Time before which the event happened. */
  until?: Date;
  /** Ends at the end of the log, instead of waiting for new events. */
  once?: boolean;
  /** Ends the iteration. */
  signal?: AbortSignal;
  /** Used in place of the platform's `fetch`. */
  fetch?: (url: string, init: RequestInit) => Promise<Response>;
}

/** Seconds that the service waits for an event, and seconds of silence after which a request is ended. */
const WAIT_SECONDS = 50;
const SILENCE_SECONDS = 75;

/** Failures in a row before it gives up: about five minutes. */
const TRIES = 10;
const LONGEST_PAUSE_MS = 60_000;

/** Yields the audit events of your environment: each once, in the log's order, and then new ones. Store the
 *  `sequence` of each event with your work on it, and begin again after the last one. An answer that is cut
 *  off is requested again, with growing pauses.
 *  @throws AtriumError for a refusal, and after ten failures in a row
 *  @example
 *  import { createAtrium, followAuditEvents } from "@atrium/client";
 *
 *  const atrium = createAtrium(settings);
 *  for await (const event of followAuditEvents(atrium, { kind: "user.*", once: true }))
 *    console.log(event.sequence, event.kind, event.actor.id);
 */
export async function* followAuditEvents(
  atrium: Atrium,
  filter: FollowedEvents = {},
): AsyncGenerator<LoggedAuditEvent, void> {
  let after = filter.after ?? -1;
  for (let failures = 0; ; ) {
    filter.signal?.throwIfAborted();
    const silence = new SilenceTimeout(filter.signal);
    let token = "";
    try {
      token = await atrium.machineToken();
      const response = await request(atrium.baseUrl, token, filter, after, silence);
      for await (const event of eventsOf(response, silence)) {
        yield event;
        after = event.sequence;
        failures = 0;
      }
      failures = 0;
      const next = nextOf(response);
      if (filter.once && next <= after) return;
      after = Math.max(after, next);
    } catch (error) {
      filter.signal?.throwIfAborted();
      // The caller has no credential, which waiting does not change.
      if (token === "" && !isAtriumError(error)) throw error;
      const failure = isAtriumError(error) ? error : unanswered("network_error", error);
      if (failure.status === 401) atrium.machineTokenRefused(token);
      failures += 1;
      if (failures >= TRIES || !isTemporary(failure)) throw failure;
      await pauseAfter(failure, failures, filter.signal);
    } finally {
      silence.end();
    }
  }
}

/** @throws AtriumFailure */
async function request(
  baseUrl: string,
  token: string,
  { kind, actor, target, since, until, once, fetch = globalThis.fetch }: FollowedEvents,
  after: number,
  { signal }: SilenceTimeout,
): Promise<Response> {
  const query = {
    after: after < 0 ? undefined : String(after),
    wait: once ? undefined : String(WAIT_SECONDS),
    ...{ kind, actor, target, since: since?.toISOString(), until: until?.toISOString() },
  };
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  const response = await fetch(
    `${baseUrl}/api/v1/management/audit-events?${new URLSearchParams(pairs)}`,
    {
      headers: { authorization: `Bearer ${token}`, accept: "application/x-ndjson" },
      // The service redirects no call. A redirect by another server would get the token.
      redirect: "manual",
      signal,
    },
  );
  if (!response.ok) throw await failureOf(response);
  return response;
}

/** Yields the events of an answer, as they arrive. The last line of one that was cut off is no event. */
async function* eventsOf(
  { body }: Response,
  silence: SilenceTimeout,
): AsyncGenerator<LoggedAuditEvent, void> {
  if (!body) return;
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      silence.restart();
      const lines = (rest + value).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) yield JSON.parse(line) as LoggedAuditEvent;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

/** Returns the position after a whole answer; -1 where it has none. */
function nextOf({ headers }: Response): number {
  const [, after] = /[?&]after=(\d+)[^>]*>; rel="next"/.exec(headers.get("link") ?? "") ?? [];
  return after === undefined ? -1 : Number(after);
}

/** Whether the same request may succeed later. */
function isTemporary({ status }: AtriumFailure): boolean {
  return status === 0 || status === 401 || status === 408 || status === 429 || status >= 500;
}

async function pauseAfter(
  { retry_after: seconds }: AtriumFailure,
  failures: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  const growing = Math.min(LONGEST_PAUSE_MS, 250 * 2 ** failures) * (0.5 + Math.random() / 2);
  await wait(Math.max(growing, (seconds ?? 0) * 1000), signal);
}

/** Ends a request after a long silence. */
class SilenceTimeout {
  readonly #over = new AbortController();
  readonly signal: AbortSignal;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(signal: AbortSignal | undefined) {
    this.signal = signal ? AbortSignal.any([signal, this.#over.signal]) : this.#over.signal;
    this.restart();
  }

  /** Restarts the timer when data arrives. */
  restart(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#over.abort(), SILENCE_SECONDS * 1000);
  }

  end(): void {
    clearTimeout(this.#timer);
  }
}
