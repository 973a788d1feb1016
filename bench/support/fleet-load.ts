import { setTimeout as sleep } from "node:timers/promises";
import { Pool } from "undici";
import type { BenchPlace } from "./bench-place";
import { answered, type Load, tokenLoad } from "./load";

/** Name of the request, by its path. */
export interface FleetLoad extends Load {
  path: string;
  /** Requests a second; unlimited by default. */
  aSecond?: number;
  /** Whether the rate is per server, as when servers are added for more load; else it is the rate of all
   *  together. */
  each?: boolean;
}

const RATE = 400;
/** Requests a second per server where all servers get the same: eight of them leave two cores idle time. */
const RATE_EACH = 75;
/** Connections of all servers together. */
const CONNECTIONS = 64;

/** The loads of a fleet. */
export function fleetLoads({ baseUrl, tenant, tenantHeaders, machineToken, people }: BenchPlace) {
  const of = (path: string, load: Omit<Load, "url">): FleetLoad => ({
    ...{ url: baseUrl + path, path, aSecond: RATE },
    ...load,
  });
  const validate = people.map(({ sessionId }) => ({
    headers: { authorization: `Bearer ${machineToken}`, "content-type": "application/json" },
    body: JSON.stringify({ session_id: sessionId }),
  }));
  const me = people.map(({ activityToken }) => ({
    headers: { ...tenantHeaders, "x-session-activity": activityToken },
  }));
  const token = of("/oauth/token", tokenLoad("", tenant));
  const validating = of("/api/v1/auth/session/validate", { method: "POST", callers: validate });
  const asking = of("/api/v1/auth/me", { callers: me });
  const grown = { aSecond: RATE_EACH, each: true };
  return {
    "machine token, as much for each server": { ...token, ...grown },
    "session validate, as much for each server": { ...validating, ...grown },
    "me, as much for each server": { ...asking, ...grown },
    "machine token": token,
    "session validate": validating,
    me: asking,
    // Under full load, one statement answers many requests.
    "machine token, as many as two cores answer": { ...token, aSecond: 0 },
  };
}

/** Sends a load to servers at the same time: by the clock where it has a rate, as many independent callers
 *  would; otherwise as fast as the answers come, with the same number of connections in all.
 *  @returns how many requests were answered
 *  @throws Error when one failed or had an unexpected status */
export function fleetRound(
  load: FleetLoad,
  addresses: readonly string[],
  seconds: number,
): Promise<number> {
  return load.aSecond
    ? steadyRound(load, load.aSecond * (load.each ? addresses.length : 1), addresses, seconds)
    : fullRound(load, addresses, seconds);
}

async function steadyRound(
  load: FleetLoad,
  aSecond: number,
  addresses: readonly string[],
  seconds: number,
): Promise<number> {
  const servers = addresses.map((address) => new Pool(address, { connections: CONNECTIONS }));
  const sent: Promise<void>[] = [];
  const one = async (number: number) => {
    const caller = load.callers?.[number % load.callers.length] ?? load;
    const { statusCode, body } = await (servers[number % servers.length] as Pool).request({
      path: load.path,
      method: load.method ?? "GET",
      headers: caller.headers ?? {},
      ...(caller.body ? { body: caller.body } : {}),
    });
    await body.dump();
    if (statusCode !== 200) throw new Error(`${load.path} was answered ${statusCode}`);
  };
  const startedAt = performance.now();
  let due = 0;
  while (due < seconds * 1000) {
    const early = startedAt + due - performance.now();
    // Timers are no finer than a millisecond.
    if (early >= 1) await sleep(early);
    const request = one(sent.length);
    request.catch(() => {});
    sent.push(request);
    due -= (Math.log(1 - Math.random()) * 1000) / aSecond;
  }
  await Promise.all(sent);
  await Promise.all(servers.map((server) => server.close()));
  return sent.length;
}

async function fullRound(
  load: FleetLoad,
  addresses: readonly string[],
  seconds: number,
): Promise<number> {
  const each = addresses.map((address) =>
    answered(
      { ...load, url: address + load.path, connections: CONNECTIONS / addresses.length },
      seconds,
    ),
  );
  return (await Promise.all(each)).reduce((sum, { count }) => sum + count, 0);
}
