import { config } from "@/lib/kernel/config/config";
import { assertTaken, bucketKey, takePoint } from "@/lib/kernel/rate-limits/limiter";
import type { Budget, NotTaken } from "@/lib/kernel/rate-limits/rate-limit";

/** Bucket that a token request counts against (contract, OAuth). */
export interface TokenBucket {
  budget: Budget;
  key: string;
}

/** Returns the bucket of token requests.
 *  @param family `authenticated`: of a client that has authenticated. `public`: of a client that can't, from
 *  one network. `failed`: of a client id that was presented without proof, so that an attacker can't use up
 *  the client's own */
export function tokenBucket(
  family: "authenticated" | "failed" | "public",
  ...parts: string[]
): TokenBucket {
  return tokenBucketOf(1, family, ...parts);
}

/** Like `tokenBucket`, with a multiple of the points. */
export function tokenBucketOf(
  share: number,
  family: "authenticated" | "failed" | "public",
  ...parts: string[]
): TokenBucket {
  const { tokenRequests, tokenWindowSeconds } = config().limits;
  const budget = { name: "token", points: tokenRequests * share, seconds: tokenWindowSeconds };
  return { budget, key: bucketKey(family, ...parts) };
}

/** Counts a token request.
 *  @throws ServiceError `rate_limited` */
export async function countTokenRequest({ budget, key }: TokenBucket): Promise<void> {
  assertTokenRequest(await takePoint(budget, key));
}

/** Rejects a token request that got no point.
 *  @throws ServiceError `rate_limited` with the seconds to wait */
export function assertTokenRequest(taken: { allowed: true } | NotTaken): void {
  assertTaken(taken, "too many token requests");
}
