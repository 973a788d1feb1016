import { config } from "@/lib/kernel/config/config";
import { networksOf } from "@/lib/kernel/process/network";
import { assertTaken, bucketKey, takePoint } from "@/lib/kernel/rate-limits/limiter";
import { takeLocalPoint } from "@/lib/kernel/rate-limits/local-limiter";
import type { Budget } from "@/lib/kernel/rate-limits/rate-limit";

// Unauthenticated clients may call the redemption. Two buckets, of the network and of the presented token,
// stop a flood before it costs a transaction (spec, Limits). Each exists twice: in the process, which
// responds even when the database does not, and in PostgreSQL, which counts for all processes.

// In the process a bucket is identified by its unhashed parts: the key that hashes stored ones may not be
// loaded yet, if the database has not responded since the process started.

function buckets(ipAddress: string | null, tokenHash: Buffer | null) {
  const { enrolmentNetworkAttempts, enrolmentTokenAttempts, enrolmentWindowSeconds } =
    config().limits;
  const seconds = enrolmentWindowSeconds;
  const token: Budget = { name: "enrol-token", points: enrolmentTokenAttempts, seconds };
  return {
    networks: networksOf(ipAddress).map(({ network, share }) => {
      const points = enrolmentNetworkAttempts * share;
      return [{ name: "enrol-network", points, seconds }, ["network", network]] as const;
    }),
    token: [token, ["token", tokenHash?.toString("hex") ?? ""]] as const,
  };
}

/** Counts an attempt against the network it comes from, in this process alone, before its body is read.
 *  @throws ServiceError `rate_limited` */
export function admitNetwork(ipAddress: string | null): void {
  for (const [budget, parts] of buckets(ipAddress, null).networks)
    assertTaken(takeLocalPoint(budget, parts.join(":")), TOO_MANY);
}

/** Counts it against the token it presents, and then all buckets for all processes. It needs one statement
 *  for each, no transaction.
 *  @param tokenHash of the presented value, known or not
 *  @throws ServiceError `rate_limited` */
export async function admitToken(ipAddress: string | null, tokenHash: Buffer): Promise<void> {
  const { networks, token } = buckets(ipAddress, tokenHash);
  assertTaken(takeLocalPoint(token[0], token[1].join(":")), TOO_MANY);
  for (const [budget, parts] of [...networks, token])
    assertTaken(await takePoint(budget, bucketKey(...parts)), TOO_MANY);
}

const TOO_MANY = "Too many attempts to enrol.";
