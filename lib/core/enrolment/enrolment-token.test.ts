import { expect, test } from "vitest";
import { countInMinute, unusableReason } from "@/lib/core/enrolment/enrolment-token";
import { secondsAfter } from "@/lib/kernel/clock";

const start = new Date("2026-11-21T09:00:00.000Z");
const minute = (startedAt: Date | null, count: number) => ({
  minuteStartedAt: startedAt,
  minuteCount: count,
  perMinute: 3,
});

test("a minute starts with the first redemption after the previous one has ended", () => {
  const started = { minuteStartedAt: start, minuteCount: 1 };
  expect(countInMinute(minute(null, 0), start)).toEqual(started);
  const late = secondsAfter(start, 60);
  expect(countInMinute(minute(start, 3), late)).toEqual({ minuteStartedAt: late, minuteCount: 1 });
});

test("a used-up minute returns when it ends", () => {
  const at = secondsAfter(start, 59.5);
  expect(countInMinute(minute(start, 2), at)).toEqual({ minuteStartedAt: start, minuteCount: 3 });
  expect(countInMinute(minute(start, 3), at)).toEqual({ retryAfterSeconds: 1 });
  expect(countInMinute(minute(start, 3), start)).toEqual({ retryAfterSeconds: 60 });
});

test("a clock that lags counts in the same minute, and one that was far ahead blocks no installation", () => {
  const lagging = secondsAfter(start, -5);
  expect(countInMinute(minute(start, 3), lagging)).toEqual({ retryAfterSeconds: 60 });
  const corrected = secondsAfter(start, -3600);
  const started = { minuteStartedAt: corrected, minuteCount: 1 };
  expect(countInMinute(minute(start, 3), corrected)).toEqual(started);
});

test("revocation is reported before the window, and the window is closed at its very end", () => {
  const token = { revokedAt: null, notBefore: start, expiresAt: secondsAfter(start, 1) };
  expect(unusableReason(token, secondsAfter(start, -0.001))).toBe("enrolment_token_not_yet_valid");
  expect(unusableReason(token, start)).toBeNull();
  expect(unusableReason(token, secondsAfter(start, 1))).toBe("enrolment_token_expired");
  expect(unusableReason({ ...token, revokedAt: start }, secondsAfter(start, 9))).toBe(
    "enrolment_token_revoked",
  );
});
