import { config } from "@/lib/kernel/config/config";
import { networksOf } from "@/lib/kernel/process/network";
import { assertTaken, bucketKey, takePoint } from "@/lib/kernel/rate-limits/limiter";
import { takeLocalPoint } from "@/lib/kernel/rate-limits/local-limiter";
import type { Budget } from "@/lib/kernel/rate-limits/rate-limit";

// Anybody may call the redemption. Two buckets, of the network and of the presented token, hold a flood off
// before it costs a transaction (spec, Limits). Each is kept twice: in the process, which answers even when
// the database does not, and in PostgreSQL, which counts for all processes.

// In the process a bucket is told apart by its parts as they are: the key of what is stored may not be there yet, where the
// database has not answered since the process began.

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

/** Counts an attempt against the network it comes from, in this process alone: before its body is read.
 *  @throws ServiceError `rate_limited` */
export function admitNetwork(ipAddress: string | null): void {
  for (const [budget, parts] of buckets(ipAddress, null).networks)
    assertTaken(takeLocalPoint(budget, parts.join(":")), TOO_MANY);
}

/** Counts it against the token it presents, and then all buckets for all processes. Of the database it needs
 *  one statement each, no transaction.
 *  @param tokenHash of whatever was presented, known or not
 *  @throws ServiceError `rate_limited` */
export async function admitToken(ipAddress: string | null, tokenHash: Buffer): Promise<void> {
  const { networks, token } = buckets(ipAddress, tokenHash);
  assertTaken(takeLocalPoint(token[0], token[1].join(":")), TOO_MANY);
  for (const [budget, parts] of [...networks, token])
    assertTaken(await takePoint(budget, bucketKey(...parts)), TOO_MANY);
}

const TOO_MANY = "Too many attempts to enrol.";
