import { beforeAll, expect, test } from "vitest";
import { findPayload, upsertPayload } from "@/lib/core/oidc-payloads/oidc-payload-store";
import { createSession } from "@/lib/core/sessions/create-session";
import { endSessions } from "@/lib/core/sessions/end-sessions";
import { noRequest } from "@/lib/kernel/caller";
import { minutesAfter, now } from "@/lib/kernel/clock";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";
import { newId } from "@/lib/kernel/ids";
import { aSession, type TestSession } from "@/tests/builders/a-session";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { aUser } from "@/tests/builders/a-user";
import { eventsOf } from "@/tests/support/audit-events";

let acme: TestEnvironment;

beforeAll(async () => {
  acme = await aTenant();
});

const end = (userId: string, narrowed: { sessionIds?: string[]; except?: string } = {}) =>
  inPrismaTransaction(acme, (t) =>
    endSessions(
      t,
      { userId, ...narrowed },
      { actor: acme.actor, context: noRequest, reason: "test", at: now() },
    ),
  );
const isOver = async ({ id }: TestSession) =>
  (
    await inPrismaTransaction(acme, ({ prisma }) =>
      prisma.session.findUniqueOrThrow({ where: { id } }),
    )
  ).revokedAt !== null;

test("all of a user's sessions end, and no other user's", async () => {
  const first = await aSession(acme);
  const second = await aSession(acme, { userId: first.userId });
  const otherSession = await aSession(acme);
  expect(await end(first.userId)).toBe(2);
  expect(await Promise.all([first, second, otherSession].map(isOver))).toEqual([true, true, false]);
  expect(await eventsOf(acme, second.id)).toEqual(["session.created", "session.revoked"]);
});

test("the named ones end, but never the excepted one", async () => {
  const first = await aSession(acme);
  const { userId } = first;
  const [second, third] = [await aSession(acme, { userId }), await aSession(acme, { userId })];
  expect(await end(userId, { sessionIds: [first.id, second.id], except: second.id })).toBe(1);
  expect(await Promise.all([first, second, third].map(isOver))).toEqual([true, false, false]);
});

test("ending what has ended already, or is past its absolute end, returns zero and leaves no trace", async () => {
  const session = await aSession(acme);
  await end(session.userId);
  expect(await end(session.userId)).toBe(0);
  const expired = await aSession(acme, { authTime: minutesAfter(now(), -720) });
  expect(await end(expired.userId)).toBe(0);
  expect(await eventsOf(acme, expired.id)).toEqual(["session.created"]);
});

test("a hosted session ends together with the provider's session and every token of its grants", async () => {
  const uid = newId();
  const session = await aSession(acme, { kind: "hosted", oidcSessionUid: uid });
  const store = (model: string, id: string, grantId: string | null, sessionUid: string | null) =>
    inPrismaTransaction(acme, (t) =>
      upsertPayload(t, {
        model,
        id,
        content: {},
        grantId,
        uid: sessionUid,
        userId: session.userId,
        expiresAt: null,
      }),
    );
  const [provider, refresh, elsewhere] = [newId(), newId(), newId()];
  await store("Session", provider, null, uid);
  await store("RefreshToken", refresh, "grant-1", uid);
  await store("RefreshToken", elsewhere, "grant-2", newId());
  await end(session.userId, { sessionIds: [session.id] });
  const found = (model: string, id: string) =>
    inPrismaTransaction(acme, (t) => findPayload(t, model, id));
  expect(await found("Session", provider)).toBeNull();
  expect(await found("RefreshToken", refresh)).toBeNull();
  expect(await found("RefreshToken", elsewhere)).not.toBeNull();
  await end(session.userId);
  expect(await found("RefreshToken", elsewhere)).toBeNull();
});

test("PostgreSQL refuses to bring an ended session back", async () => {
  const session = await aSession(acme);
  await end(session.userId);
  await expect(
    inPrismaTransaction(acme, ({ prisma }) =>
      prisma.session.update({ where: { id: session.id }, data: { revokedAt: null } }),
    ),
  ).rejects.toThrow("written once");
});

test("a sign-in parallel to a suspension either sees it or is ended by it", async () => {
  for (let round = 0; round < 10; round++) {
    const { id: userId } = await aUser(acme, { password: null });
    const signIn = inPrismaTransaction(acme, (t) =>
      createSession(t, {
        userId,
        kind: "direct",
        authTime: now(),
        amr: ["pwd"],
        context: noRequest,
      }),
    ).catch(() => null);
    const suspension = inPrismaTransaction(acme, async (t) => {
      const data = { status: "suspended", suspendedAt: now() } as const;
      await t.prisma.user.update({ where: { id: userId }, data });
      const by = { actor: acme.actor, context: noRequest, reason: "test", at: now() };
      return endSessions(t, { userId }, by);
    });
    await Promise.all([signIn, suspension]);
    const live = await inPrismaTransaction(acme, ({ prisma }) =>
      prisma.session.count({ where: { userId, revokedAt: null } }),
    );
    expect(live).toBe(0);
  }
});
