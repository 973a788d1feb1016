import type { IdTokenAlgorithm } from "@/lib/core/signing-keys/signing-key";

/** A notification to one relying party that one session has ended. */
export interface LogoutDelivery {
  id: string;
  userId: string;
  sid: string;
  /** The same on every attempt, so that the receiver can deduplicate. */
  jti: string;
  status: "pending" | "delivered" | "failed";
  attempts: number;
  createdAt: Date;
  /** The relying party; its address is null when it no longer takes notifications. */
  clientId: string;
  /** Algorithm of its logout tokens, the same as of its ID tokens (Back-Channel Logout 1.0 §2.4). */
  idTokenSignedResponseAlg: IdTokenAlgorithm;
  backchannelLogoutUri: string | null;
}

/** Result of an attempt: a response, or why there was none. */
export interface AttemptOutcome {
  statusCode: number | null;
  /** Explanation for people; never text that the target sent. */
  error: string | null;
  /** Another attempt would be refused in the same way. */
  refused: boolean;
  durationMs: number;
}

/** Times of the attempts, in seconds from the logout (contract, Back-channel logout). */
export const attemptSeconds = [0, 10, 60, 300, 1800, 7200, 21_600] as const;

const JITTER = 0.2;

/** Returns what an attempt means for the delivery: it succeeded, it failed for good, or it is retried.
 *  Network errors, 408, 429 and 5xx are temporary; any other response would be the same next time. */
export function judge(outcome: AttemptOutcome): "delivered" | "failed" | "retry" {
  const { statusCode, refused } = outcome;
  if (refused) return "failed";
  if (statusCode === null) return "retry";
  if (statusCode >= 200 && statusCode < 300) return "delivered";
  return statusCode === 408 || statusCode === 429 || statusCode >= 500 ? "retry" : "failed";
}

/** Returns when to try again, or null when every attempt was made.
 *  @param made attempts so far
 *  @param random between 0 and 1; spreads deliveries that started together by ±20 % */
export function nextAttemptAt(
  createdAt: Date,
  made: number,
  at: Date,
  random: number,
): Date | null {
  const seconds = attemptSeconds[made];
  if (seconds === undefined) return null;
  const spread = seconds * (1 + JITTER * (2 * random - 1));
  const planned = createdAt.getTime() + spread * 1000;
  return new Date(Math.max(planned, at.getTime() + 1000));
}
