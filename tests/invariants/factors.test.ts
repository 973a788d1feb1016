import { beforeAll, describe, expect, test } from "vitest";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";
import { aRelyingParty } from "@/tests/builders/a-relying-party";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { aUser } from "@/tests/builders/a-user";
import { Authenticator } from "@/tests/support/authenticator";
import { addPasskey, addTotp, signInByPasskey } from "@/tests/support/call-factors";

// Constraints of PostgreSQL on factors, independent of the code.

let acme: TestEnvironment;
let globex: TestEnvironment;
let userId: string;
let otherId: string;

beforeAll(async () => {
  [acme, globex] = [await aTenant(), await aTenant()];
  await aRelyingParty(acme);
  [{ id: userId }, { id: otherId }] = [await aUser(acme), await aUser(acme)];
  const key = new Authenticator("https://shop.example");
  await addPasskey(acme, { userId }, key);
  await addTotp(acme, { userId });
  expect((await signInByPasskey(acme, key)).status).toBe(200);
});

type Type = "totp" | "passkey";
const change = (type: Type, data: object) =>
  inPrismaTransaction(acme, ({ prisma }) =>
    prisma.factor.updateMany({ where: { userId, type }, data }),
  );
const frozen = /a factor is frozen when it is added/;

describe("a factor", () => {
  const changes: [string, Type, () => object][] = [
    ["another user's", "passkey", () => ({ userId: otherId })],
    ["of another type", "totp", () => ({ type: "passkey" })],
    ["of another relying party", "passkey", () => ({ rpId: "evil.example" })],
    ["another key", "passkey", () => ({ publicKey: Buffer.from("another") })],
    ["another credential", "passkey", () => ({ credentialId: Buffer.from("another") })],
    ["of another make", "passkey", () => ({ aaguid: "fbfc3007-154e-4ecc-8c0b-6e020557d7bd" })],
    ["one that may be copied", "passkey", () => ({ backupEligible: true })],
    ["another secret", "totp", () => ({ sealedSecret: Buffer.from("another") })],
  ];

  test.each(changes)("never becomes %s", async (_, type, data) => {
    await expect(change(type, data())).rejects.toThrow(frozen);
  });

  test("never counts back", async () => {
    await expect(change("passkey", { signCount: 0 })).rejects.toThrow(frozen);
    for (const lastStep of [0, null])
      await expect(change("totp", { lastStep })).rejects.toThrow(frozen);
  });

  test("can be called otherwise", async () => {
    expect(await change("passkey", { name: "My ring" })).toEqual({ count: 1 });
  });
});

test("a recovery code that was used is never fresh again, nor used at another time", async () => {
  const used = (usedAt: Date | null) =>
    inPrismaTransaction(acme, ({ prisma }) =>
      prisma.recoveryCode.updateMany({ where: { userId }, data: { usedAt } }),
    );
  await used(new Date("2026-11-21T09:00:00.000Z"));
  for (const at of [null, new Date()]) await expect(used(at)).rejects.toThrow(/is written once/);
});

test("one tenant reads and removes no factor, code or ceremony of another", async () => {
  const rows = (environment: TestEnvironment) =>
    inPrismaTransaction(environment, async ({ prisma }) => [
      await prisma.factor.count(),
      await prisma.recoveryCode.count(),
      await prisma.spentCeremony.count(),
    ]);
  const before = await rows(acme);
  expect(before.every((count) => count > 0)).toBe(true);
  expect(await rows(globex)).toEqual([0, 0, 0]);
  await inPrismaTransaction(globex, async ({ prisma }) => {
    await prisma.factor.deleteMany();
    await prisma.recoveryCode.deleteMany();
    await prisma.spentCeremony.deleteMany();
  });
  expect(await rows(acme)).toEqual(before);
});
