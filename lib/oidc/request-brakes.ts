import type { RequestContext } from "@/lib/caller";
import { config } from "@/lib/config/config";
import { networkOf } from "@/lib/login/network";
import { assertTaken, type Budget, bucketKey, takePoint } from "@/lib/rate-limits/limiter";
import { takeLocalPoint } from "@/lib/rate-limits/local-limiter";

// What proves a client counts against the client (client-authentication.ts). Whoever proves nothing counts against
// the network that the request comes from, and never against what a client has: anybody can name a client.
// Each bucket is kept twice: in the process, which holds a flood off before it costs a statement, and in
// PostgreSQL, which counts for all processes.

/** Counts the beginning of an authorization, before anything of it is looked up: each one that is good is stored
 *  until it ends.
 *  @throws ServiceError `rate_limited` */
export function admitAuthorization({ ipAddress }: RequestContext): Promise<void> {
  const points = config().limits.authorizeNetworkRequests;
  return take("authorize-network", points, bucketKey("network", networkKey(ipAddress)));
}

/** Counts it against the client that it names, for a browser that nobody is signed in to. The bucket is apart
 *  from what the client's own requests count against, and holds many networks' worth: it bounds what all
 *  strangers together can have stored in the name of one client.
 *  @throws ServiceError `rate_limited` */
export function admitStrangerTo(clientId: string): Promise<void> {
  const points = config().limits.authorizeClientRequests;
  return take("authorize-client", points, bucketKey("anonymous", clientId));
}

/** Counts any other request to an OAuth endpoint that proves neither a client nor a user.
 *  @throws ServiceError `rate_limited` */
export function admitAnonymous({ ipAddress }: RequestContext): Promise<void> {
  const points = config().limits.oauthNetworkRequests;
  return take("oauth-network", points, bucketKey("network", networkKey(ipAddress)));
}

/** Counts a request with an access token against its user at its client, so that no user uses up what the client
 *  has for all of them.
 *  @throws ServiceError `rate_limited` */
export async function admitUserOf(clientId: string, userId: string): Promise<void> {
  const { tokenRequests, tokenWindowSeconds } = config().limits;
  const budget = { name: "userinfo", points: tokenRequests, seconds: tokenWindowSeconds };
  assertTaken(await takePoint(budget, bucketKey(clientId, userId)), TOO_MANY);
}

async function take(name: string, points: number, key: string): Promise<void> {
  const budget: Budget = { name, points, seconds: config().limits.oauthWindowSeconds };
  assertTaken(takeLocalPoint(budget, key), TOO_MANY);
  assertTaken(await takePoint(budget, key), TOO_MANY);
}

/** An address that nobody knows is one network: the brake must not be something to slip past. */
export const networkKey = (ipAddress: string | null) => networkOf(ipAddress) ?? "unknown";

const TOO_MANY = "too many requests";
