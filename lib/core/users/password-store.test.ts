import { beforeAll, expect, test } from "vitest";
import { replacePasswordHash } from "@/lib/core/users/password-store";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { aUser } from "@/tests/builders/a-user";

let acme: TestEnvironment;
beforeAll(async () => {
  acme = await aTenant();
});

const stored = (id: string) =>
  inPrismaTransaction(acme, ({ prisma }) =>
    prisma.user.findUniqueOrThrow({
      where: { id },
      select: { passwordHash: true, passwordChangedAt: true },
    }),
  );

test("of two changes that verified the same hash one is stored", async () => {
  const { id } = await aUser(acme);
  const verified = (await stored(id)).passwordHash ?? "";
  const change = (next: string) =>
    inTransaction(acme, (db) => replacePasswordHash(db, id, { verified, next }));
  const changed = await Promise.all([change("first"), change("second")]);
  expect(changed.filter(Boolean)).toHaveLength(1);
  expect((await stored(id)).passwordHash).toBe(changed[0] ? "first" : "second");
});

test("another hash of the same password keeps the time of its choice; another password does not", async () => {
  const { id } = await aUser(acme);
  const before = await stored(id);
  const verified = before.passwordHash ?? "";
  await inTransaction(acme, (db) => replacePasswordHash(db, id, { verified, next: "again" }));
  expect(await stored(id)).toEqual({ ...before, passwordHash: "again" });
  const chosenAt = new Date("2030-01-01T00:00:00Z");
  const change = { verified: "again", next: "another", chosenAt };
  await inTransaction(acme, (db) => replacePasswordHash(db, id, change));
  expect(await stored(id)).toEqual({ passwordHash: "another", passwordChangedAt: chosenAt });
});
