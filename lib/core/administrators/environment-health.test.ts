import { beforeAll, expect, test } from "vitest";
import { readEnvironmentHealth } from "@/lib/core/administrators/environment-health-store";
import { searchUsers } from "@/lib/core/users/user-search-store";
import { minutesAfter } from "@/lib/kernel/clock";
import { inBatch } from "@/lib/kernel/db/batch";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { newId } from "@/lib/kernel/ids";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { aUser } from "@/tests/builders/a-user";

const at = new Date();
const ago = (minutes: number) => minutesAfter(at, -minutes);
let acme: TestEnvironment & { others: TestEnvironment[] };
beforeAll(async () => {
  acme = await aTenant({ environments: ["production", "staging"] });
});

const health = (of: TestEnvironment = acme) =>
  inBatch(of, (db) => readEnvironmentHealth(db, { since: ago(7 * 24 * 60), at }));

test("an invitation is open until it is accepted, withdrawn or expired", async () => {
  const [invited, late] = [await aUser(acme), await aUser(acme)];
  const invitation = (
    over: { userId?: string; expiresAt?: Date; consumedAt?: Date; withdrawnAt?: Date } = {},
  ) => ({
    tenantId: acme.tenantId,
    environmentId: acme.environmentId,
    userId: invited.id,
    purpose: "invitation" as const,
    secretHash: Buffer.from(newId()),
    expiresAt: ago(-60),
    ...over,
  });
  await inPrismaTransaction(acme, ({ prisma }) =>
    prisma.oneTimeSecret.createMany({
      data: [
        invitation(),
        invitation({ consumedAt: at }),
        invitation({ withdrawnAt: at }),
        // Invited again: one user, who can still accept.
        invitation({ expiresAt: ago(1) }),
        invitation(),
        invitation({ userId: late.id, expiresAt: ago(1) }),
        invitation({ userId: late.id, expiresAt: ago(2) }),
        { ...invitation(), purpose: "password_reset" },
      ],
    }),
  );
  expect(await health()).toMatchObject({ openInvitations: 1, lapsedInvitations: 1 });
  // The list that each figure leads to has exactly these users.
  const listed = (invitation: "open" | "lapsed", query = "") =>
    inTransaction(acme, async (db) => {
      const found = await searchUsers(db, { query, after: null, status: null, invitation });
      return [found.rows.map(({ id }) => id), found.total];
    });
  expect(await listed("open")).toEqual([[invited.id], 1]);
  expect(await listed("lapsed")).toEqual([[late.id], 1]);
  expect(await listed("open", late.email)).toEqual([[], 0]);
});

test("recently failed mail is counted, in its own environment", async () => {
  const message = (status: "failed" | "sent" | "queued", createdAt = at) => ({
    tenantId: acme.tenantId,
    environmentId: acme.environmentId,
    template: "login_code",
    recipient: "ada@example.com",
    status,
    createdAt,
    sentAt: status === "sent" ? createdAt : null,
    sealedProps: status === "queued" ? Buffer.from("x") : null,
  });
  await inPrismaTransaction(acme, ({ prisma }) =>
    prisma.mailMessage.createMany({
      data: [
        message("failed"),
        message("failed", ago(8 * 24 * 60)),
        message("sent"),
        message("queued"),
      ],
    }),
  );
  expect(await health()).toMatchObject({ failedMail: 1, failedLogouts: 0, retriedLogouts: 0 });
  expect(await health(acme.others[0])).toMatchObject({ failedMail: 0, openInvitations: 0 });
});
