import autocannon from "autocannon";
import type { BenchPlace } from "./bench-place";
import { type Load, tokenLoad } from "./load";

/** A kind of request, by its path. */
export interface FleetLoad extends Load {
  path: string;
  /** Requests a second, of all servers together; as many as they answer unless it is given. */
  aSecond?: number;
}

const RATE = 400;
/** Connections of all servers together. */
const CONNECTIONS = 64;

/** What is asked of a fleet. */
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
  return {
    "machine token": token,
    "session validate": of("/api/v1/auth/session/validate", { method: "POST", callers: validate }),
    me: of("/api/v1/auth/me", { callers: me }),
    // Where everything is busy, a statement answers many requests.
    "machine token, as many as two cores answer": { ...token, aSecond: 0 },
  };
}

/** Sends a load to servers at the same time, each its part of the connections and of the rate.
 *  @returns how many requests were answered
 *  @throws Error when one failed or was answered otherwise */
export async function fleetRound(
  load: FleetLoad,
  addresses: readonly string[],
  seconds: number,
): Promise<number> {
  const servers = addresses.length;
  const each = addresses.map(async (address) => {
    let connection = 0;
    const result = await autocannon({
      url: address + load.path,
      method: load.method ?? "GET",
      ...(load.headers ? { headers: load.headers } : {}),
      ...(load.body ? { body: load.body } : {}),
      ...(load.aSecond ? { overallRate: load.aSecond / servers } : {}),
      connections: CONNECTIONS / servers,
      duration: seconds,
      setupClient: (client) => {
        const caller = load.callers?.[connection++ % load.callers.length];
        if (caller) client.setHeadersAndBody(caller.headers, caller.body ?? "");
      },
    });
    const bad = result.non2xx + result.errors + result.timeouts;
    if (bad > 0) throw new Error(`${bad} requests to ${address}${load.path} failed`);
    return result.requests.total;
  });
  return (await Promise.all(each)).reduce((sum, count) => sum + count, 0);
}
