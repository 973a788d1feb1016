import type { Reason } from "@/lib/kernel/errors";

/** What lets installations of one app enrol themselves, limited in every direction. */
export interface EnrolmentToken {
  id: string;
  name: string;
  hint: string;
  appId: string;
  /** The organization that what enrols with it belongs to. */
  organizationId: string | null;
  notBefore: Date | null;
  expiresAt: Date | null;
  /** Null for no limit. */
  maxUses: number | null;
  uses: number;
  /** Redemptions a minute. */
  perMinute: number;
  revokedAt: Date | null;
}

/** A token as a redemption needs it: with the minute that is being counted. */
export interface RedeemableToken extends EnrolmentToken {
  minuteStartedAt: Date | null;
  minuteCount: number;
}

/** Why a token opens nothing at this moment, whatever is presented with it; in the contract's order. */
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

/** The minute's count with one more redemption in it, or when to come back if the budget is used up. The
 *  minute begins with the first redemption after the one before has ended. */
export function countInMinute(
  token: Pick<RedeemableToken, "minuteStartedAt" | "minuteCount" | "perMinute">,
  at: Date,
): { minuteStartedAt: Date; minuteCount: number } | { retryAfterSeconds: number } {
  const { minuteStartedAt, minuteCount, perMinute } = token;
  const left = minuteStartedAt ? minuteStartedAt.getTime() + MINUTE - at.getTime() : 0;
  // One that began a little in our future is another process's, whose clock is ahead; far ahead, it was a
  // clock that has been put right, and must not make a minute that never ends.
  if (!minuteStartedAt || left <= 0 || left > 2 * MINUTE)
    return { minuteStartedAt: at, minuteCount: 1 };
  if (minuteCount < perMinute) return { minuteStartedAt, minuteCount: minuteCount + 1 };
  return { retryAfterSeconds: Math.min(60, Math.max(1, Math.ceil(left / 1000))) };
}
