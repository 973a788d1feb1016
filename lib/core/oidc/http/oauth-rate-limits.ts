import type { RequestContext } from "@/lib/kernel/caller";
import { config } from "@/lib/kernel/config/config";
import { networksOf } from "@/lib/kernel/process/network";
import { assertTaken, bucketKey, takePoint } from "@/lib/kernel/rate-limits/limiter";
import { takeLocalPoint } from "@/lib/kernel/rate-limits/local-limiter";
import type { Budget } from "@/lib/kernel/rate-limits/rate-limit";
import { takeSharedPoint } from "@/lib/kernel/rate-limits/shared-budget";

// A request that authenticates its client counts against the client (token-rate-limit.ts). Any other counts
// against its network, and never against the client's limits, because anyone can send a client's id. Each
// bucket exists twice: in the process, which stops a flood before it costs a statement, and in PostgreSQL,
// which counts for all processes.

/** Counts the start of an authorization, before any lookup.
 *  @throws ServiceError `rate_limited` */
export function admitAuthorization({ ipAddress }: RequestContext): Promise<void> {
  return takeForNetwork("authorize-network", config().limits.authorizeNetworkRequests, ipAddress);
}

/** Counts what unauthenticated requests store in the name of a client. Browsers and devices have a
 *  bucket each, separate from the client's own requests. The bucket bounds what all networks together
 *  can store, and they share it.
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

/** Counts any other request to an OAuth endpoint that authenticates neither a client nor a user.
 *  @throws ServiceError `rate_limited` */
export function admitAnonymous({ ipAddress }: RequestContext): Promise<void> {
  return takeForNetwork("oauth-network", config().limits.oauthNetworkRequests, ipAddress);
}

/** Counts a request with an access token against its user at its client, so that no user uses up the limit of
 *  all users of the client.
 *  @throws ServiceError `rate_limited` */
export async function admitUserOf(clientId: string, userId: string): Promise<void> {
  const { tokenRequests, tokenWindowSeconds } = config().limits;
  const budget = { name: "userinfo", points: tokenRequests, seconds: tokenWindowSeconds };
  assertTaken(await takePoint(budget, bucketKey(clientId, userId)), TOO_MANY);
}

/** Takes a point from each network that contains an address, the narrowest first: a refused network takes
 *  none from the wider ones. */
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
