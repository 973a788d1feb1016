import fc from "fast-check";
import { expect, test } from "vitest";
import { platformPolicy } from "@/lib/core/security-policy/security-policy";
import {
  absoluteExpiry,
  activityFailure,
  idleExpiry,
  isSignedIn,
  type Session,
  type SessionFacts,
  sessionEnd,
} from "@/lib/core/sessions/session";
import { minutesAfter, secondsAfter } from "@/lib/kernel/clock";
import { newId } from "@/lib/kernel/ids";

const start = new Date("2026-11-21T09:00:00.000Z");

function facts(
  changes: { session?: Partial<Session>; active?: boolean; tenantActive?: boolean } = {},
): SessionFacts {
  return {
    session: {
      id: newId(),
      userId: newId(),
      kind: "direct",
      accountSessionId: newId(),
      appId: null,
      oidcSessionUid: null,
      trustedDeviceId: null,
      authTime: start,
      amr: ["pwd"],
      stepUpAt: null,
      stepUpAmr: [],
      lastActiveAt: start,
      createdAt: start,
      ipAddress: null,
      userAgent: null,
      deviceName: null,
      platform: null,
      revokedAt: null,
      revokedReason: null,
      expiredAt: null,
      ...changes.session,
    },
    user: {
      id: newId(),
      email: "a@example.com",
      displayName: null,
      emailVerified: false,
      active: changes.active ?? true,
    },
    tenantActive: changes.tenantActive ?? true,
    policy: platformPolicy,
  };
}

test("of several reasons the first in order is returned", () => {
  fc.assert(
    fc.property(
      fc.boolean(),
      fc.boolean(),
      fc.boolean(),
      fc.integer({ min: 0, max: 1440 }),
      (tenantActive, active, revoked, minutes) => {
        const found = facts({
          tenantActive,
          active,
          session: { revokedAt: revoked ? start : null },
        });
        const expected = [
          [!tenantActive, "tenant_disabled"],
          [!active, "user_disabled"],
          [revoked, "revoked"],
          [minutes >= 720, "expired"],
        ].find(([holds]) => holds)?.[1];
        expect(sessionEnd(found, minutesAfter(start, minutes))).toBe(expected ?? null);
      },
    ),
  );
  expect(sessionEnd(null, start)).toBe("not_found");
});

test("the absolute end counts from sign-in and does not slide", () => {
  const { session } = facts({ session: { lastActiveAt: minutesAfter(start, 700) } });
  expect(absoluteExpiry(session, platformPolicy)).toEqual(minutesAfter(start, 720));
});

test("a session is idle no later than its absolute end", () => {
  const { session } = facts();
  expect(idleExpiry(session, minutesAfter(start, 10), platformPolicy)).toEqual(
    minutesAfter(start, 40),
  );
  expect(idleExpiry(session, minutesAfter(start, 719), platformPolicy)).toEqual(
    minutesAfter(start, 720),
  );
});

test("idleness is judged by the later of the stored activity and the token's", () => {
  const seconds = fc.integer({ min: 0, max: 3600 });
  fc.assert(
    fc.property(seconds, seconds, seconds, (token, stored, moment) => {
      const found = facts({ session: { lastActiveAt: secondsAfter(start, stored) } });
      const failure = activityFailure(
        found,
        secondsAfter(start, token),
        secondsAfter(start, moment),
      );
      const idle = moment - Math.max(token, stored) >= 30 * 60;
      expect(failure).toBe(idle ? "session_idle_timeout" : null);
    }),
  );
});

test("past the absolute end it is expired, idle or not", () => {
  const end = minutesAfter(start, 720);
  expect(activityFailure(facts(), end, end)).toBe("session_activity_expired");
  expect(activityFailure(facts(), start, end)).toBe("session_activity_expired");
});

test("a session is signed in while nothing ended it and its stored activity is not idle", () => {
  const { idleTimeoutMinutes, absoluteTimeoutMinutes } = platformPolicy;
  const idleAt = minutesAfter(start, idleTimeoutMinutes);
  expect(isSignedIn(facts(), secondsAfter(idleAt, -1))).toBe(true);
  expect(isSignedIn(facts(), idleAt)).toBe(false);
  const end = minutesAfter(start, absoluteTimeoutMinutes);
  const active = { lastActiveAt: secondsAfter(end, -60) };
  expect(isSignedIn(facts({ session: active }), secondsAfter(end, -1))).toBe(true);
  expect(isSignedIn(facts({ session: active }), end)).toBe(false);
  for (const over of [
    { active: false },
    { tenantActive: false },
    { session: { revokedAt: start } },
    { session: { expiredAt: start } },
  ])
    expect(isSignedIn(facts(over), start)).toBe(false);
});
