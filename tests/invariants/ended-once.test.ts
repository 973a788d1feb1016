import { randomBytes } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { inPrismaTransaction, type PrismaTransaction } from "@/lib/kernel/db/prisma-transaction";
import { newId } from "@/lib/kernel/ids";
import { aMember } from "@/tests/builders/a-member";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";

let acme: TestEnvironment;
let userId: string;
beforeAll(async () => {
  acme = await aTenant();
  ({ userId } = await aMember(acme));
});

const at = new Date("2026-11-21T09:00:00.000Z");
const of = ({ tenantId, environmentId }: PrismaTransaction) => ({
  tenantId,
  environmentId,
  userId,
});
const revival = /is written once/;

test("an ended session never lives again, and is never ended at another time", async () => {
  const id = newId();
  await inPrismaTransaction(acme, (t) =>
    t.prisma.session.create({
      data: {
        ...of(t),
        id,
        kind: "direct",
        authTime: at,
        amr: ["pwd"],
        lastActiveAt: at,
        revokedAt: at,
      },
    }),
  );
  for (const revokedAt of [null, new Date()])
    await expect(
      inPrismaTransaction(acme, ({ prisma }) =>
        prisma.session.update({ where: { id }, data: { revokedAt } }),
      ),
    ).rejects.toThrow(revival);
});

test("a forgotten device is never trusted again", async () => {
  const id = newId();
  await inPrismaTransaction(acme, (t) =>
    t.prisma.trustedDevice.create({
      data: { ...of(t), id, tokenHash: randomBytes(32), expiresAt: at, revokedAt: at },
    }),
  );
  await expect(
    inPrismaTransaction(acme, ({ prisma }) =>
      prisma.trustedDevice.update({ where: { id }, data: { revokedAt: null } }),
    ),
  ).rejects.toThrow(revival);
});

test("a spent authorization code or refresh token is never fresh again", async () => {
  const key = randomBytes(32);
  const where = { model_key: { model: "AuthorizationCode", key } };
  await inPrismaTransaction(acme, (t) =>
    t.prisma.oidcPayload.create({
      data: { ...of(t), ...where.model_key, sealedPayload: randomBytes(8), consumedAt: at },
    }),
  );
  await expect(
    inPrismaTransaction(acme, ({ prisma }) =>
      prisma.oidcPayload.update({ where, data: { consumedAt: null } }),
    ),
  ).rejects.toThrow(revival);
});

test("a revoked tenant secret stays revoked", async () => {
  const secretHash = randomBytes(32);
  await inPrismaTransaction(acme, ({ prisma, tenantId, environmentId }) =>
    prisma.tenantSecret.create({
      data: { tenantId, environmentId, secretHash, hint: "…", slot: 2, revokedAt: at },
    }),
  );
  await expect(
    inPrismaTransaction(acme, ({ prisma }) =>
      prisma.tenantSecret.update({ where: { secretHash }, data: { revokedAt: null } }),
    ),
  ).rejects.toThrow(revival);
});
