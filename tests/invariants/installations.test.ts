import { randomBytes } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { retireInstallation } from "@/lib/core/campaigns/retire-installation";
import { inPrismaTransaction, type PrismaTransaction } from "@/lib/kernel/db/prisma-transaction";
import { newId } from "@/lib/kernel/ids";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { anApp } from "@/tests/builders/an-app";
import { anEnrolmentToken } from "@/tests/builders/an-enrolment-token";
import { anInstallation } from "@/tests/builders/an-installation";

// Constraints of PostgreSQL on installations, independent of the code.

let acme: TestEnvironment;
beforeAll(async () => {
  acme = await aTenant();
});

const key = (more: object = {}) => ({
  kty: "OKP",
  crv: "Ed25519",
  x: randomBytes(32).toString("base64url"),
  ...more,
});

async function insertInto(environment: TestEnvironment, publicKey: object): Promise<unknown> {
  const { id: enrolmentTokenId, appId } = await anEnrolmentToken(environment);
  return inPrismaTransaction(environment, ({ prisma, tenantId, environmentId }) =>
    prisma.installation.create({
      data: {
        ...{ id: newId(), tenantId, environmentId, name: "raw", publicKey, appId },
        ...{ enrolmentTokenId, keyThumbprint: randomBytes(32).toString("base64url") },
      },
    }),
  );
}

test("an installation beyond the tenant's limit, even one that no code counted", async () => {
  const small = await aTenant();
  await inPrismaTransaction(small, ({ prisma }) =>
    prisma.tenant.update({ where: { id: small.tenantId }, data: { installationLimit: 1 } }),
  );
  await insertInto(small, key());
  await expect(insertInto(small, key())).rejects.toThrow(/no capacity/);
});

test("an installation that comes back, or changes its key", async () => {
  const { id } = await anInstallation(acme);
  const write = (
    data: Parameters<PrismaTransaction["prisma"]["installation"]["update"]>[0]["data"],
  ) =>
    inPrismaTransaction(acme, ({ prisma }) => prisma.installation.update({ where: { id }, data }));
  await expect(write({ publicKey: key() })).rejects.toThrow(/frozen/);
  await expect(write({ keyThumbprint: "another" })).rejects.toThrow(/frozen/);
  await expect(write({ status: "retired" })).rejects.toThrow(/installations_retired/);
  await retireInstallation(acme, id);
  await expect(write({ status: "active" })).rejects.toThrow(/installations_retired/);
  await expect(write({ status: "active", retiredAt: null })).rejects.toThrow(/written once/);
});

test("a key of another kind, and a private one", async () => {
  for (const wrong of [key({ crv: "X25519" }), key({ x: "AAAA" }), key({ d: "c2VjcmV0" }), {}])
    await expect(insertInto(acme, wrong)).rejects.toThrow(/installations_key/);
});

test("a token that opens more than it was issued for, or gives a use back", async () => {
  const { id } = await anEnrolmentToken(acme, { maxUses: 2 });
  const write = (
    data: Parameters<PrismaTransaction["prisma"]["enrolmentToken"]["update"]>[0]["data"],
  ) =>
    inPrismaTransaction(acme, ({ prisma }) =>
      prisma.enrolmentToken.update({ where: { id }, data }),
    );
  const { id: appId } = await anApp(acme);
  for (const data of [{ maxUses: 3 }, { appId }, { expiresAt: new Date() }, { perMinute: 9 }])
    await expect(write(data)).rejects.toThrow(/frozen/);
  await write({ uses: 2 });
  await expect(write({ uses: 1 })).rejects.toThrow(/frozen/);
  await expect(write({ uses: 3 })).rejects.toThrow(/enrolment_tokens_uses/);
  await write({ revokedAt: new Date() });
  await expect(write({ revokedAt: null })).rejects.toThrow(/written once/);
});
