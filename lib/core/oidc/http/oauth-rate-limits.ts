import type { RequestContext } from "@/lib/kernel/caller";
import { config } from "@/lib/kernel/config/config";
import { networksOf } from "@/lib/kernel/process/network";
import { assertTaken, bucketKey, takePoint } from "@/lib/kernel/rate-limits/limiter";
import { takeLocalPoint } from "@/lib/kernel/rate-limits/local-limiter";
import type { Budget } from "@/lib/kernel/rate-limits/rate-limit";
import { takeSharedPoint } from "@/lib/kernel/rate-limits/shared-budget";

// A request that proves its client counts against the client (token-rate-limit.ts). One that proves nothing counts
// against the network that it comes from, and never against what a client has: anybody can name a client.
// Each bucket exists twice: in the process, which holds a flood off before it costs a statement, and in PostgreSQL,
// which counts for all processes.

/** Counts the beginning of an authorization before anything is looked up for it.
 *  @throws ServiceError `rate_limited` */
export function admitAuthorization({ ipAddress }: RequestContext): Promise<void> {
  return takeForNetwork("authorize-network", config().limits.authorizeNetworkRequests, ipAddress);
}

/** Counts what somebody who has proved nothing has stored in the name of a client. Browsers and devices have a bucket
 *  each, and neither is the one of the client's own requests. It bounds what all networks together can have stored, and they
 *  share it.
 *  @throws ServiceError `rate_limited` */
export async function admitStorageFor(
  what: "authorize" | "device",
  clientId: string,
  { ipAddress }: RequestContext,
): Promise<void> {
  const { authorizeClientRequests: points, oauthWindowSeconds: seconds } = config().limits;
  const key = bucketKey("anonymous", clientId);
  const bucket = { budget: { name: `${what}-client`, points, seconds }, key };
  assertTaken(await takeSharedPoint(bucket, ipAddress), TOO_MANY);
}

/** Counts any other request to an OAuth endpoint that proves neither a client nor a user.
 *  @throws ServiceError `rate_limited` */
export function admitAnonymous({ ipAddress }: RequestContext): Promise<void> {
  return takeForNetwork("oauth-network", config().limits.oauthNetworkRequests, ipAddress);
}

/** Counts a request with an access token against its user at its client, so that no user uses up what the client
 *  has for all of them.
 *  @throws ServiceError `rate_limited` */
export async function admitUserOf(clientId: string, userId: string): Promise<void> {
  const { tokenRequests, tokenWindowSeconds } = config().limits;
  const budget = { name: "userinfo", points: tokenRequests, seconds: tokenWindowSeconds };
  assertTaken(await takePoint(budget, bucketKey(clientId, userId)), TOO_MANY);
}

/** Takes a point of each network that an address lies in, the narrowest first: one that is refused takes none from its
 *  neighbours. */
async function takeForNetwork(
  name: string,
  points: number,
  ipAddress: string | null,
): Promise<void> {
  const seconds = config().limits.oauthWindowSeconds;
  const buckets = networksOf(ipAddress).map(({ network, share }) => {
    const budget: Budget = { name, points: points * share, seconds };
    return { budget, key: bucketKey("network", network) };
  });
  for (const { budget, key } of buckets) assertTaken(takeLocalPoint(budget, key), TOO_MANY);
  for (const { budget, key } of buckets) assertTaken(await takePoint(budget, key), TOO_MANY);
}

const TOO_MANY = "too many requests";
