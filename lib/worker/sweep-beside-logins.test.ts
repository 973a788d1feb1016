import { beforeAll, expect, test } from "vitest";
import { sweepExpiredSessions } from "@/lib/core/sessions/sweep-expired-sessions";
import { endUserSessions } from "@/lib/core/user-lifecycle/end-user-access";
import { secondsAfter } from "@/lib/kernel/clock";
import { connections } from "@/lib/kernel/db/connections";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";
import { write } from "@/lib/kernel/db/queryable";
import { unscoped } from "@/lib/kernel/db/unscoped";
import { sweepStorage } from "@/lib/worker/sweep-storage";
import { aSession } from "@/tests/builders/a-session";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { A_PASSWORD, aUser } from "@/tests/builders/a-user";
import { callPreflight } from "@/tests/support/call-login";

let acme: TestEnvironment;
beforeAll(async () => {
  acme = await aTenant();
});

/** Makes every bucket expired for hours. The rows lie in the reverse of the order in which a login takes its
 *  buckets, with many others between. */
async function letBucketsExpire() {
  const { rows } = await connections.query<{ key: string }>("SELECT key FROM rate_limit_buckets");
  await connections.query("DELETE FROM rate_limit_buckets");
  await connections.query(
    `INSERT INTO rate_limit_buckets (key, points, expire)
       SELECT key, 1, 1 FROM (SELECT unnest($1::text[]) AS key UNION
         SELECT 'login' || md5(n::text) FROM generate_series(1, 5000) n) every
       ORDER BY key COLLATE "C" DESC`,
    [rows.map(({ key }) => key)],
  );
}

test("sweeps and logins of the same old rows do not block each other", async () => {
  const users = await Promise.all(Array.from({ length: 12 }, () => aUser(acme)));
  const logins = () =>
    users.map(async ({ email }, index) => {
      const headers = { "x-end-user-ip": `192.0.2.${index % 4}` };
      const body = { email, password: index % 3 === 0 ? "wrong" : A_PASSWORD };
      return (await callPreflight(acme, body, headers)).status;
    });
  await Promise.all(logins());
  for (let round = 0; round < 4; round += 1) {
    await letBucketsExpire();
    const sweeps = Array.from({ length: 4 }, () => sweepStorage());
    const statuses = await Promise.all([...logins(), ...logins()]);
    await Promise.all(sweeps);
    expect(statuses.filter((status) => status >= 500)).toEqual([]);
  }
}, 60_000);

test("a sweep leaves locked rows for the next one, and deletes the rest", async () => {
  const row = (name: string) => ({
    model: "AuthorizationCode",
    key: Buffer.from(name),
    tenantId: acme.tenantId,
    environmentId: acme.environmentId,
    sealedPayload: Buffer.from("x"),
    expiresAt: secondsAfter(new Date(), -8 * 86_400),
  });
  await inPrismaTransaction(acme, ({ prisma }) =>
    prisma.oidcPayload.createMany({ data: [row("held"), row("free")] }),
  );
  await inPrismaTransaction(acme, async ({ prisma }) => {
    await prisma.$queryRaw`SELECT key FROM oidc_payloads WHERE key = 'held'::bytea FOR UPDATE`;
    await sweepStorage();
    const left = await prisma.oidcPayload.findMany({ where: { model: "AuthorizationCode" } });
    expect(left.map(({ key }) => Buffer.from(key).toString())).toEqual(["held"]);
  });
  await sweepStorage();
  expect(await inPrismaTransaction(acme, ({ prisma }) => prisma.oidcPayload.count())).toBe(0);
});

test("expired sessions are swept while their users are signed out everywhere, and none is ended twice", async () => {
  const users = await Promise.all(Array.from({ length: 6 }, () => aUser(acme)));
  for (const { id } of users)
    for (let number = 0; number < 8; number += 1) await aSession(acme, { userId: id });
  // Half of them are past their end, in an order of rows that is not that of their ids.
  await inPrismaTransaction(
    acme,
    ({ prisma }) => prisma.$executeRaw`
      UPDATE sessions SET auth_time = auth_time - interval '2 days'
      WHERE id IN (SELECT id FROM sessions ORDER BY md5(id::text) LIMIT 24)`,
  );
  await Promise.all([
    ...users.map(({ id }) => endUserSessions(acme, id)),
    ...Array.from({ length: 3 }, () => sweepExpiredSessions()),
    ...users.map(({ id }) => endUserSessions(acme, id)),
  ]);
  await sweepExpiredSessions();
  const [left] = await inPrismaTransaction(
    acme,
    ({ prisma }) => prisma.$queryRaw<{ live: number; both: number }[]>`
      SELECT count(*) FILTER (WHERE revoked_at IS NULL AND expired_at IS NULL)::int AS live,
             count(*) FILTER (WHERE revoked_at IS NOT NULL AND expired_at IS NOT NULL)::int AS both
      FROM sessions`,
  );
  expect(left).toEqual({ live: 0, both: 0 });
});

test("only named kinds can be swept, and none before its minimum retention", async () => {
  await expect(unscoped.query(write`SELECT atrium_sweep('users', 0, 10)`)).rejects.toThrow(
    "nothing called users is swept",
  );
  const expiresAt = secondsAfter(new Date(), -60);
  const key = Buffer.from("recent");
  const { tenantId, environmentId } = acme;
  const data = { model: "AuthorizationCode", key, tenantId, environmentId, expiresAt };
  await inPrismaTransaction(acme, ({ prisma }) =>
    prisma.oidcPayload.create({ data: { ...data, sealedPayload: Buffer.from("x") } }),
  );
  await unscoped.query(write`SELECT atrium_sweep('oidc_payloads', -9999999, 10)`);
  expect(
    await inPrismaTransaction(acme, ({ prisma }) => prisma.oidcPayload.count({ where: { key } })),
  ).toBe(1);
});
