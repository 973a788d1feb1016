import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { hashPassword } from "@/lib/core/passwords/password-hash";
import { profileOf } from "@/lib/core/users/fields";
import { migrateUser } from "@/lib/features/migration/previous-system/migrate-user";
import { aTenant } from "@/tests/builders/a-tenant";
import { A_PASSWORD, aUser } from "@/tests/builders/a-user";
import { eventsOf } from "@/tests/support/audit-events";
import { storedUser } from "@/tests/support/stored-user";

const brought = (externalId: string) => ({
  ...profileOf({ external_id: externalId }),
  emailVerified: true,
  memberships: [],
});

test("of concurrent first sign-ins of one user, none is mistaken for another user with the same external id", async () => {
  const acme = await aTenant();
  const passwordHash = await hashPassword(acme, A_PASSWORD);
  for (let round = 0; round < 40; round += 1) {
    const email = `${randomUUID()}@example.com`;
    const user = brought(randomUUID());
    // Slightly staggered, differently in each round, so that one ends between two steps of another.
    const tries = [0, 1, 2, 3].map(async (number) => {
      await sleep(number * (round % 8));
      await migrateUser(acme, { email, passwordHash, user });
    });
    const outcomes = await Promise.allSettled(tries);
    expect(outcomes.filter(({ status }) => status === "rejected")).toEqual([]);
    const stored = await storedUser(acme, email);
    const events = await eventsOf(acme, stored?.id ?? "");
    expect(events.filter((kind) => kind === "user.created")).toHaveLength(1);
  }
}, 30_000);

test("a user whose external id another user has is not migrated", async () => {
  const acme = await aTenant();
  const passwordHash = await hashPassword(acme, A_PASSWORD);
  const user = brought("old|1");
  await aUser(acme, { externalId: "old|1" });
  const email = `${randomUUID()}@example.com`;
  const conflict = { reason: "conflict", message: expect.stringContaining("external_id") };
  await expect(migrateUser(acme, { email, passwordHash, user })).rejects.toMatchObject(conflict);
  expect(await storedUser(acme, email)).toBeNull();
  const { email: without } = await aUser(acme, { password: null });
  await expect(migrateUser(acme, { email: without, passwordHash, user })).rejects.toMatchObject(
    conflict,
  );
  expect(await storedUser(acme, without)).toMatchObject({ passwordHash: null });
});
