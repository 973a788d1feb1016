import { createLocalJWKSet, jwtVerify } from "jose";
import { afterEach, beforeAll, expect, test } from "vitest";
import { deliverLogout } from "@/lib/core/backchannel-logout/deliver-logout";
import {
  type AttemptOutcome,
  attemptSeconds,
  judge,
  nextAttemptAt,
} from "@/lib/core/backchannel-logout/logout-delivery";
import { postLogoutToken } from "@/lib/core/backchannel-logout/post-logout-token";
import { endSessions } from "@/lib/core/sessions/end-sessions";
import { sweepExpiredSessions } from "@/lib/core/sessions/sweep-expired-sessions";
import { publicKeys } from "@/lib/core/signing-keys/signing-keys";
import { noRequest } from "@/lib/kernel/caller";
import { now, setClock } from "@/lib/kernel/clock";
import { config } from "@/lib/kernel/config/config";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { aUser } from "@/tests/builders/a-user";
import { anOidcClient, type TestOidcClient } from "@/tests/builders/an-oidc-client";
import { Browser, signIn } from "@/tests/support/browser";
import { aTlsHost } from "@/tests/support/tls-host";
import { withWrongClock } from "@/tests/support/wrong-clock";

let acme: TestEnvironment;
let client: TestOidcClient;
let reset: (() => void) | undefined;
beforeAll(async () => {
  acme = await aTenant();
  client = await anOidcClient(acme, { backchannelLogoutUri: "https://rp.example.com/logout" });
});
afterEach(() => reset?.());

const minutesLater = (minutes: number) => {
  reset?.();
  reset = setClock({ now: () => new Date(Date.now() + minutes * 60_000) });
};

const outcome = (part: Partial<AttemptOutcome>): AttemptOutcome => ({
  statusCode: null,
  error: null,
  refused: false,
  durationMs: 1,
  ...part,
});

async function signedOut(): Promise<{ userId: string; job: Record<string, string> }> {
  const user = await aUser(acme);
  await signIn(new Browser(), client, user.id);
  await inPrismaTransaction(acme, (t) =>
    endSessions(
      t,
      { userId: user.id },
      { actor: acme.actor, context: noRequest, reason: "test", at: now() },
    ),
  );
  const [delivery] = await deliveriesTo(user.id);
  const { tenantId, environmentId } = acme;
  return { userId: user.id, job: { tenantId, environmentId, deliveryId: delivery?.id ?? "" } };
}

const deliveriesTo = (userId: string) =>
  inPrismaTransaction(acme, ({ prisma }) =>
    prisma.logoutDelivery.findMany({
      where: { userId },
      include: { attemptLogs: { orderBy: { attempt: "asc" } } },
    }),
  );

test("a revoked session queues one delivery per relying party, in the same transaction", async () => {
  const user = await aUser(acme);
  await signIn(new Browser(), client, user.id);
  const silent = await anOidcClient(acme);
  await signIn(new Browser(), silent, user.id);
  const end = (fail: boolean) =>
    inPrismaTransaction(acme, async (t) => {
      await endSessions(
        t,
        { userId: user.id },
        { actor: acme.actor, context: noRequest, reason: "test", at: now() },
      );
      if (fail) throw new Error("rolled back");
    });
  await expect(end(true)).rejects.toThrow("rolled back");
  expect(await deliveriesTo(user.id)).toHaveLength(0);
  await end(false);
  await end(false);
  expect(await deliveriesTo(user.id)).toMatchObject([
    { oidcClientId: client.id, status: "pending", attempts: 0 },
  ]);
});

test("each attempt carries the same jti with fresh times, verifies, and has no nonce", async () => {
  const { userId, job } = await signedOut();
  const tokens: string[] = [];
  const failing = async (_uri: string, token: string) => {
    tokens.push(token);
    return outcome({ statusCode: tokens.length < 3 ? 503 : 204 });
  };
  await deliverLogout(job, failing);
  minutesLater(1);
  await deliverLogout(job, failing);
  await deliverLogout(job, failing);
  await deliverLogout(job, failing);
  expect(tokens).toHaveLength(3);
  const jwks = createLocalJWKSet({ keys: await publicKeys() });
  const verified = await Promise.all(
    tokens.map((token, index) =>
      jwtVerify(token, jwks, {
        issuer: config().baseUrl,
        audience: client.clientId,
        typ: "logout+jwt",
        algorithms: ["RS256"],
        currentDate: index === 0 ? new Date() : now(),
      }),
    ),
  );
  for (const { payload } of verified) {
    expect(payload).not.toHaveProperty("nonce");
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(120);
    expect(payload).toMatchObject({
      sub: userId,
      sid: expect.any(String),
      events: { "http://schemas.openid.net/event/backchannel-logout": {} },
    });
  }
  expect(new Set(verified.map(({ payload }) => payload.jti)).size).toBe(1);
  const [first = 0, ...later] = verified.map(({ payload }) => payload.iat ?? 0);
  // The clock continues meanwhile, and may do so between the later two.
  expect(later.every((iat) => iat >= first + 60)).toBe(true);
  expect(await deliveriesTo(userId)).toMatchObject([
    {
      status: "delivered",
      attempts: 3,
      attemptLogs: [{ statusCode: 503 }, { statusCode: 503 }, { statusCode: 204 }],
    },
  ]);
});

test("after the last attempt the delivery has failed, and a final response ends it at once", async () => {
  const lasting = await signedOut();
  for (let attempt = 0; attempt < 9; attempt += 1)
    await deliverLogout(lasting.job, async () => outcome({ error: "ECONNREFUSED" }));
  expect(await deliveriesTo(lasting.userId)).toMatchObject([
    { status: "failed", attempts: attemptSeconds.length, nextAttemptAt: null },
  ]);
  const final = await signedOut();
  await deliverLogout(final.job, async () => outcome({ statusCode: 400 }));
  expect(await deliveriesTo(final.userId)).toMatchObject([{ status: "failed", attempts: 1 }]);
});

test("temporary failures are retried, and permanent ones are not", () => {
  for (const statusCode of [408, 429, 500, 502, 503, 599, null])
    expect(judge(outcome({ statusCode }))).toBe("retry");
  for (const statusCode of [301, 302, 307, 400, 401, 404, 410])
    expect(judge(outcome({ statusCode }))).toBe("failed");
  for (const statusCode of [200, 204]) expect(judge(outcome({ statusCode }))).toBe("delivered");
  expect(judge(outcome({ refused: true }))).toBe("failed");
});

test("attempts follow the schedule, spread by a fifth to either side", () => {
  const at = new Date("2026-11-21T12:00:00Z");
  const seconds = (made: number, random: number) =>
    ((nextAttemptAt(at, made, at, random)?.getTime() ?? 0) - at.getTime()) / 1000;
  expect([1, 2, 3, 4, 5, 6].map((made) => Math.round(seconds(made, 0.5)))).toEqual([
    10, 60, 300, 1800, 7200, 21_600,
  ]);
  expect(seconds(6, 0)).toBeCloseTo(17_280);
  expect(seconds(6, 1)).toBeCloseTo(25_920);
  expect(nextAttemptAt(at, 7, at, 0.5)).toBeNull();
});

test("an absolute expiry is swept, audited and notified once, by any number of parallel sweeps", async () => {
  const user = await aUser(acme);
  await signIn(new Browser(), client, user.id);
  minutesLater(719);
  await sweepExpiredSessions();
  expect(await deliveriesTo(user.id)).toHaveLength(0);
  minutesLater(721);
  await Promise.all([sweepExpiredSessions(), sweepExpiredSessions(), sweepExpiredSessions()]);
  await sweepExpiredSessions();
  expect(await deliveriesTo(user.id)).toHaveLength(1);
  const events = await inPrismaTransaction(acme, ({ prisma }) =>
    prisma.auditEvent.findMany({ where: { kind: "session.expired" } }),
  );
  const about = events.filter((event) => JSON.stringify(event.targets).includes(user.id));
  expect(about).toHaveLength(1);
});

test("a machine whose clock is a day ahead ends no session early", async () => {
  const user = await aUser(acme);
  await signIn(new Browser(), client, user.id);
  await withWrongClock(86_400_000, sweepExpiredSessions);
  expect(await deliveriesTo(user.id)).toHaveLength(0);
});

test("a delivery reaches a real host over TLS", async () => {
  const host = await aTlsHost();
  const { job, userId } = await signedOut();
  await deliverLogout(job, (_uri, token) =>
    postLogoutToken(`https://rp.example.com:${host.port}/logout`, token, host.network),
  );
  await host.stop();
  expect(host.bodies[0]).toMatch(/^logout_token=eyJ/);
  expect(await deliveriesTo(userId)).toMatchObject([{ status: "delivered", attempts: 1 }]);
});

test("a client that was revoked meanwhile is not notified", async () => {
  const { job, userId } = await signedOut();
  await inPrismaTransaction(acme, ({ prisma }) =>
    prisma.oidcClient.updateMany({ where: { id: client.id }, data: { revokedAt: new Date() } }),
  );
  await deliverLogout(job, async () => {
    throw new Error("was sent");
  });
  expect(await deliveriesTo(userId)).toMatchObject([{ status: "failed" }]);
});
