import pg from "pg";
import { beforeAll, expect, test } from "vitest";
import { secondsAfter } from "@/lib/kernel/clock";
import { config } from "@/lib/kernel/config/config";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";
import { write } from "@/lib/kernel/db/queryable";
import { unscoped } from "@/lib/kernel/db/unscoped";
import { newId } from "@/lib/kernel/ids";
import { sweepStorage } from "@/lib/worker/sweep-storage";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { aUser } from "@/tests/builders/a-user";
import { anOidcClient } from "@/tests/builders/an-oidc-client";

const DAY = 24 * 60 * 60;
const ago = (days: number) => secondsAfter(new Date(), -days * DAY);

let acme: TestEnvironment;
beforeAll(async () => {
  acme = await aTenant();
});

const aPayload = (key: string, expiresAt: Date | null) => ({
  model: "AuthorizationCode",
  key: Buffer.from(key),
  tenantId: acme.tenantId,
  environmentId: acme.environmentId,
  sealedPayload: Buffer.from("x"),
  expiresAt,
});

const aMessage = (recipient: string, status: "queued" | "sent", createdAt: Date) => ({
  id: newId(),
  tenantId: acme.tenantId,
  environmentId: acme.environmentId,
  template: "login_code",
  recipient,
  status,
  createdAt,
  sealedProps: status === "queued" ? Buffer.from("x") : null,
  sentAt: status === "sent" ? createdAt : null,
});

test("rows that expired over a week ago are deleted in every tenant, and live ones stay", async () => {
  await inPrismaTransaction(acme, ({ prisma }) =>
    prisma.oidcPayload.createMany({
      data: [
        aPayload("old", ago(8)),
        aPayload("recent", ago(6)),
        aPayload("live", ago(-1)),
        aPayload("lasting", null),
      ],
    }),
  );
  await sweepStorage();
  const left = await inPrismaTransaction(acme, ({ prisma }) => prisma.oidcPayload.findMany());
  const keys = left.map(({ key }) => Buffer.from(key).toString());
  expect(keys.toSorted()).toEqual(["lasting", "live", "recent"]);
});

test("only a proof that can no longer be presented is deleted an hour later", async () => {
  const proof = (name: string, expiresAt: Date) => ({
    tenantId: acme.tenantId,
    keyThumbprint: name,
    jtiHash: Buffer.from(name),
    expiresAt,
  });
  await inPrismaTransaction(acme, ({ prisma }) =>
    prisma.usedProof.createMany({
      data: [proof("old", ago(1)), proof("recent", new Date()), proof("live", ago(-1))],
    }),
  );
  await sweepStorage();
  const left = await inPrismaTransaction(acme, ({ prisma }) => prisma.usedProof.findMany());
  expect(left.map(({ keyThumbprint }) => keyThumbprint).toSorted()).toEqual(["live", "recent"]);
});

test("finished mail is deleted after thirty days, and a message unsent for a day has failed", async () => {
  await inPrismaTransaction(acme, ({ prisma }) =>
    prisma.mailMessage.createMany({
      data: [
        aMessage("old@example.com", "sent", ago(31)),
        aMessage("recent@example.com", "sent", ago(29)),
        aMessage("stuck@example.com", "queued", ago(1.1)),
        aMessage("waiting@example.com", "queued", ago(0.5)),
      ],
    }),
  );
  await sweepStorage();
  const rows = await inPrismaTransaction(acme, ({ prisma }) =>
    prisma.mailMessage.findMany({ orderBy: { recipient: "asc" } }),
  );
  expect(rows.map(({ recipient, status }) => `${recipient} ${status}`)).toEqual([
    "recent@example.com sent",
    "stuck@example.com failed",
    "waiting@example.com queued",
  ]);
  expect(rows[1]).toMatchObject({ sealedProps: null });
  expect(rows[1]?.lastError).toContain("no worker");
});

test("a table that can't be swept does not stop the others, and the job fails", async () => {
  await inPrismaTransaction(acme, ({ prisma }) =>
    prisma.mailMessage.createMany({ data: [aMessage("behind@example.com", "sent", ago(31))] }),
  );
  const owner = new pg.Client({ connectionString: config().databaseOwnerUrl });
  await owner.connect();
  try {
    await owner.query("ALTER TABLE used_proofs RENAME TO proofs_elsewhere");
    await expect(sweepStorage()).rejects.toThrow("used_proofs");
  } finally {
    await owner.query("ALTER TABLE proofs_elsewhere RENAME TO used_proofs");
    await owner.end();
  }
  const where = { recipient: "behind@example.com" };
  expect(await inPrismaTransaction(acme, ({ prisma }) => prisma.mailMessage.count({ where }))).toBe(
    0,
  );
});

test("the application's role can't make the database delete anything else", async () => {
  await expect(unscoped.query(write`SELECT atrium_sweep_storage('mail_messages')`)).rejects.toThrow(
    "does not exist",
  );
});

test("ended sessions, their clients, finished notifications and devices are deleted in time, and live ones stay", async () => {
  const client = await anOidcClient(acme, { backchannelLogoutUri: "https://rp.example.com/out" });
  const user = await aUser(acme);
  const { tenantId, environmentId } = acme;
  const row = { tenantId, environmentId, userId: user.id };
  const aRow = async (name: string, ended: Date | null, uid: string | null) =>
    inPrismaTransaction(acme, async ({ prisma }) => {
      const session = await prisma.session.create({
        data: {
          ...row,
          kind: "hosted",
          deviceName: name,
          authTime: ago(40),
          lastActiveAt: ago(40),
          revokedAt: ended,
          oidcSessionUid: uid,
        },
      });
      const sessionId = session.id;
      await prisma.sessionClient.create({
        data: { tenantId, environmentId, sessionId, oidcClientId: client.id, sid: newId() },
      });
      await prisma.trustedDevice.create({
        data: { ...row, name, tokenHash: Buffer.from(name), expiresAt: ago(-1), revokedAt: ended },
      });
      const delivery = await prisma.logoutDelivery.create({
        data: {
          ...row,
          oidcClientId: client.id,
          sessionId,
          sid: name,
          jti: newId(),
          createdAt: ended ?? new Date(),
          status: ended ? "delivered" : "pending",
          finishedAt: ended,
        },
      });
      await prisma.logoutAttempt.create({
        data: { tenantId, deliveryId: delivery.id, attempt: 1, at: new Date(), durationMs: 1 },
      });
    });
  // Later than its device and its notifications: it waits for its partition to be dropped as a whole.
  await aRow("old", ago(39), null);
  await aRow("recent", ago(29), null);
  await aRow("live", null, null);
  // A refresh token outlives its session, which must exist to be listed and ended.
  await aRow("with a token", ago(39), "uid-of-a-living-token");
  await inPrismaTransaction(acme, ({ prisma }) =>
    prisma.oidcPayload.create({
      data: {
        ...aPayload("token", ago(-1)),
        model: "RefreshToken",
        uid: "uid-of-a-living-token",
      },
    }),
  );
  await sweepStorage();
  const left = await inPrismaTransaction(acme, async ({ prisma }) => ({
    sessions: (await prisma.session.findMany({ where: { userId: user.id } })).map(
      (s) => s.deviceName,
    ),
    devices: (await prisma.trustedDevice.findMany({ where: { userId: user.id } })).map(
      (d) => d.name,
    ),
    deliveries: (await prisma.logoutDelivery.findMany({ where: { userId: user.id } })).map(
      ({ sid }) => sid,
    ),
    clients: await prisma.sessionClient.count({ where: { oidcClientId: client.id } }),
    attempts: await prisma.logoutAttempt.count(),
  }));
  expect(left.sessions.toSorted()).toEqual(["live", "recent", "with a token"]);
  expect(left.devices.toSorted()).toEqual(["live", "recent"]);
  expect(left.deliveries.toSorted()).toEqual(["live", "recent"]);
  expect(left).toMatchObject({ clients: 3, attempts: 2 });
});

test("a notification unsent for a day has failed, and an unfinished authorization is deleted as it ends", async () => {
  const client = await anOidcClient(acme, { backchannelLogoutUri: "https://rp.example.com/out" });
  const user = await aUser(acme);
  const { tenantId, environmentId } = acme;
  const pending = (sid: string, createdAt: Date) => ({
    ...{ tenantId, environmentId, userId: user.id, oidcClientId: client.id, sid, createdAt },
    sessionId: newId(),
    jti: newId(),
    nextAttemptAt: createdAt,
  });
  await inPrismaTransaction(acme, async ({ prisma }) => {
    await prisma.logoutDelivery.createMany({
      data: [pending("stuck", ago(1.1)), pending("waiting", ago(0.5))],
    });
    const over = { ...aPayload("over", ago(0.001)), model: "Interaction" };
    const open = { ...aPayload("open", ago(-0.001)), model: "Interaction" };
    await prisma.oidcPayload.createMany({ data: [over, open] });
  });
  await sweepStorage();
  const rows = await inPrismaTransaction(acme, ({ prisma }) =>
    prisma.logoutDelivery.findMany({ where: { userId: user.id }, orderBy: { sid: "asc" } }),
  );
  expect(rows.map(({ sid, status }) => `${sid} ${status}`)).toEqual([
    "stuck failed",
    "waiting pending",
  ]);
  const interactions = await inPrismaTransaction(acme, ({ prisma }) =>
    prisma.oidcPayload.findMany({ where: { model: "Interaction" } }),
  );
  expect(interactions.map(({ key }) => Buffer.from(key).toString())).toEqual(["open"]);
});
