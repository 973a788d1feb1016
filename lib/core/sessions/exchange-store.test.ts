import { expect, test } from "vitest";
import { newOneTimeSecret } from "@/lib/core/one-time/issue-one-time-secret";
import { consumeOneTimeSecret, insertOneTimeSecret } from "@/lib/core/one-time/one-time-store";
import { createSession } from "@/lib/core/sessions/create-session";
import { beginSessionByGrant } from "@/lib/core/sessions/exchange-store";
import { readSession } from "@/lib/core/sessions/session-store";
import { createTrustedDevice } from "@/lib/core/trusted-devices/create-trusted-device";
import { now, secondsAfter } from "@/lib/kernel/clock";
import { inBatch } from "@/lib/kernel/db/batch";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { newId } from "@/lib/kernel/ids";
import { describeAgent } from "@/lib/kernel/process/describe-agent";
import { aTenant } from "@/tests/builders/a-tenant";
import { aUser } from "@/tests/builders/a-user";
import { anApp } from "@/tests/builders/an-app";

const CONTEXT = {
  ipAddress: "203.0.113.9",
  userAgent: "Mozilla/5.0 (Macintosh; Intel Mac OS X 15_0) Safari/605.1.15",
  requestId: "request",
};

test("an exchange writes the same rows as the functions it replaces", async () => {
  const acme = await aTenant();
  const [app, user] = [await anApp(acme), await aUser(acme)];
  const at = now();
  const trust = { user, windowDays: 30, alert: false, name: null, methods: ["email_otp" as const] };
  const by = { actor: { type: "user", id: user.id } as const, context: CONTEXT, at };
  const { device } = await inTransaction(acme, (db) => createTrustedDevice(db, trust, by));
  const authTime = secondsAfter(at, -3);
  const amr = ["pwd", "otp"];
  const payload = { authTime, amr, trustedDeviceId: device.id, kind: "invitation" };
  const [first, second] = [1, 2].map(() => ({
    ...newOneTimeSecret("grant", user.id, { payload }).stored,
    at,
    expiresAt: secondsAfter(at, 60),
  }));
  if (!first || !second) throw new Error("unreachable: two were made");
  await inTransaction(acme, (db) =>
    Promise.all([insertOneTimeSecret(db, first), insertOneTimeSecret(db, second)]),
  );

  const { name: deviceName, platform } = describeAgent(CONTEXT.userAgent);
  const session = { id: newId(), appId: app.id, ...CONTEXT, deviceName, platform, at };
  const kind = await inBatch(acme, (db) =>
    beginSessionByGrant(db, first.secretHash, CONTEXT, session),
  );
  const other = await inTransaction(acme, async (db) => {
    const spent = await consumeOneTimeSecret(db, ["grant"], second.secretHash, at);
    const signIn = { userId: user.id, kind: "direct", authTime, amr, context: CONTEXT } as const;
    const created = { ...signIn, appId: app.id, trustedDeviceId: device.id };
    return { spent, ...(await createSession(db, created)) };
  });

  expect(kind).toBe("invitation");
  expect(other.spent?.payload.kind).toBe("invitation");
  const facts = await inBatch(acme, (db) => readSession(db, session.id));
  const same = { id: null, accountSessionId: null, createdAt: null, lastActiveAt: null };
  expect({ ...facts?.session, ...same }).toEqual({ ...other.session, ...same });
  expect(facts?.user).toEqual(other.user);
  const [events, secrets, users] = await inPrismaTransaction(acme, async ({ prisma }) => [
    await prisma.auditEvent.findMany({ where: { kind: "session.created" } }),
    await prisma.oneTimeSecret.findMany({ where: { purpose: "grant" } }),
    await prisma.user.findMany({ where: { id: user.id } }),
  ]);
  const recordedEvents = events.map(({ actor, targets, context, metadata, environmentId }) => ({
    ...{ actor, context, metadata, environmentId },
    targets: JSON.stringify(targets).replaceAll(session.id, "").replaceAll(other.session.id, ""),
  }));
  expect(recordedEvents).toHaveLength(2);
  expect(recordedEvents[0]).toEqual(recordedEvents[1]);
  expect(secrets.map(({ consumedAt }) => consumedAt)).toEqual([at, at]);
  expect(users[0]?.lastSignInAt?.getTime()).toBeGreaterThanOrEqual(at.getTime());
});
