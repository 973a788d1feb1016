import type { Reason } from "@/lib/kernel/errors/catalogue";

/** A token with which installations of one app enrol themselves, within several limits. */
export interface EnrolmentToken {
  id: string;
  name: string;
  hint: string;
  appId: string;
  /** The organization of the installations that enrol with it. */
  organizationId: string | null;
  notBefore: Date | null;
  expiresAt: Date | null;
  /** Null for no limit. */
  maxUses: number | null;
  uses: number;
  /** Redemptions per minute. */
  perMinute: number;
  revokedAt: Date | null;
}

/** A token as a redemption needs it: with the current minute's counter. */
export interface RedeemableToken extends EnrolmentToken {
  minuteStartedAt: Date | null;
  minuteCount: number;
}

/** Returns why a token can't be redeemed at this moment, regardless of what is presented with it; in the
 *  contract's order. */
export function unusableReason(
  token: Pick<EnrolmentToken, "revokedAt" | "notBefore" | "expiresAt">,
  at: Date,
): Extract<Reason, `enrolment_token_${string}`> | null {
  if (token.revokedAt) return "enrolment_token_revoked";
  if (token.notBefore && at < token.notBefore) return "enrolment_token_not_yet_valid";
  if (token.expiresAt && at >= token.expiresAt) return "enrolment_token_expired";
  return null;
}

const MINUTE = 60_000;

/** Returns the minute's count including one more redemption, or when to retry if the budget is used up. A
 *  minute starts with the first redemption after the previous one has ended. */
export function countInMinute(
  token: Pick<RedeemableToken, "minuteStartedAt" | "minuteCount" | "perMinute">,
  at: Date,
): { minuteStartedAt: Date; minuteCount: number } | { retryAfterSeconds: number } {
  const { minuteStartedAt, minuteCount, perMinute } = token;
  const left = minuteStartedAt ? minuteStartedAt.getTime() + MINUTE - at.getTime() : 0;
  // A minute that starts slightly in our future is from another process, whose clock is ahead; far ahead, it
  // is from a clock that has been corrected since, and must not make a minute that never ends.
  if (!minuteStartedAt || left <= 0 || left > 2 * MINUTE)
    return { minuteStartedAt: at, minuteCount: 1 };
  if (minuteCount < perMinute) return { minuteStartedAt, minuteCount: minuteCount + 1 };
  return { retryAfterSeconds: Math.min(60, Math.max(1, Math.ceil(left / 1000))) };
}
