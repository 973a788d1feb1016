import autocannon from "autocannon";
import { argon2Hash, argon2Verify } from "@/lib/core/passwords/argon2";

export interface Load {
  url: string;
  method?: "GET" | "POST";
  headers?: Record<string, string>;
  body?: string;
  /** Headers and body of each caller, in place of `headers` and `body`; connections use them in turn. */
  callers?: readonly { headers: Record<string, string>; body?: string }[];
}

/** The client of the bare provider (bare-provider.ts). */
export const BARE_CLIENT = { clientId: "bench", clientSecret: "bench-secret" };

/** A machine's request for a token.
 *  @param url of the token endpoint */
export function tokenLoad(
  url: string,
  { clientId, clientSecret }: Record<"clientId" | "clientSecret", string>,
): Load {
  const body = `grant_type=client_credentials&client_id=${clientId}&client_secret=${clientSecret}&scope=users%3Aread`;
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  return { url, method: "POST", headers, body };
}

/** Enough to keep a process busy while others of its requests wait for the database. */
export const CONNECTIONS = 64;

/** Returns the requests per second with a 2xx answer over `seconds`. Any other answer invalidates the round.
 *  @throws Error when a request failed or had another status */
export async function requestsPerSecond(load: Load, seconds: number): Promise<number> {
  return (await answered(load, seconds)).perSecond;
}

/** Requests with a 2xx answer over `seconds`: their number, their rate, and the 99th percentile in
 *  milliseconds.
 *  @throws Error when a request failed or had another status */
export async function answered(
  load: Load,
  seconds: number,
): Promise<{ count: number; perSecond: number; p99: number }> {
  let connection = 0;
  const result = await autocannon({
    url: load.url,
    method: load.method ?? "GET",
    ...(load.headers ? { headers: load.headers } : {}),
    ...(load.body ? { body: load.body } : {}),
    connections: CONNECTIONS,
    duration: seconds,
    setupClient: (client) => {
      const caller = load.callers?.[connection++ % load.callers.length];
      if (caller) client.setHeadersAndBody(caller.headers, caller.body ?? "");
    },
  });
  const bad = result.non2xx + result.errors + result.timeouts;
  if (bad > 0) throw new Error(`${bad} of ${result.requests.total} requests to ${load.url} failed`);
  const { total, average } = result.requests;
  return { count: total, perSecond: average, p99: result.latency.p99 };
}

/** The middle value. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (middle === undefined) throw new Error("No values");
  return middle;
}

/** Verifies a password's hash again and again, and returns how often. */
export async function hashFor(seconds: number): Promise<number> {
  const stored = await argon2Hash("bench");
  const until = performance.now() + seconds * 1000;
  let done = 0;
  for (; performance.now() < until; done += 1) await argon2Verify(stored, "bench");
  return done;
}
