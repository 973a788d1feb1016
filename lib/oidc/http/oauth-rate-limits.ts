import type { RequestContext } from "@/lib/caller";
import { config } from "@/lib/config/config";
import { networkOf } from "@/lib/process/network";
import { assertTaken, bucketKey, takePoint } from "@/lib/rate-limits/limiter";
import { takeLocalPoint } from "@/lib/rate-limits/local-limiter";
import type { Budget } from "@/lib/rate-limits/rate-limit";

// A request that proves its client counts against the client (token-rate-limit.ts). One that proves nothing counts
// against the network that it comes from, and never against what a client has: anybody can name a client.
// Each bucket exists twice: in the process, which holds a flood off before it costs a statement, and in PostgreSQL,
// which counts for all processes.

/** Counts the beginning of an authorization before anything is looked up for it, because each valid one is stored until
 *  it ends.
 *  @throws ServiceError `rate_limited` */
export function admitAuthorization({ ipAddress }: RequestContext): Promise<void> {
  const points = config().limits.authorizeNetworkRequests;
  return take("authorize-network", points, bucketKey("network", networkKey(ipAddress)));
}

/** Counts the beginning of an authorization against the client that it names, when nobody is signed in to the browser.
 *  The bucket is not the one of the client's own requests. It holds many networks' worth: it bounds what all strangers
 *  together can have stored in the name of one client.
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

/** All requests whose address is not known count as one network, so that none slips past the limit. */
export const networkKey = (ipAddress: string | null) => networkOf(ipAddress) ?? "unknown";

const TOO_MANY = "too many requests";
