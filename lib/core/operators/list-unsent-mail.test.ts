import { beforeAll, expect, test } from "vitest";
import { listUnsentMail } from "@/lib/core/operators/list-unsent-mail";
import { setUpPlatform } from "@/lib/core/platform/set-up-platform";
import { minutesAfter } from "@/lib/kernel/clock";
import { type Browse, PAGE_ROWS } from "@/lib/kernel/db/keyset-page";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { queueMail } from "@/lib/kernel/mail/queue-mail";
import { findUnsentMail } from "@/lib/kernel/mail/unsent-mail-store";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";

const at = new Date();
const first: Browse = { query: "", after: null };
let acme: TestEnvironment;
let globex: TestEnvironment;

beforeAll(async () => {
  await setUpPlatform({ type: "operator", id: "tests" });
  acme = await aTenant({ name: "Acme" });
  globex = await aTenant({ name: "Globex" });
});

/** A message created this many minutes ago. */
async function aMail(tenant: TestEnvironment, minutes: number, more: object): Promise<void> {
  const { tenantId, environmentId } = tenant;
  const createdAt = minutesAfter(at, -minutes);
  await inPrismaTransaction(tenant, ({ prisma }) =>
    prisma.mailMessage.create({
      data: {
        tenantId,
        environmentId,
        template: "login_code",
        recipient: "x@x.x",
        createdAt,
        ...more,
      },
    }),
  );
}

const recipients = async (...args: Parameters<typeof listUnsentMail>) =>
  (await listUnsentMail(...args)).rows.map(({ recipient }) => recipient);

test("operators see queued and failed mail of every tenant, newest first, and nothing that was sent", async () => {
  const lastError = "550 no mailbox ada@acme.example";
  await aMail(acme, 3, { recipient: "ada@acme.example", status: "failed", attempts: 2, lastError });
  await aMail(globex, 2, { recipient: "bob@globex.example" });
  await aMail(acme, 1, { recipient: "eve@acme.example", status: "sent", sentAt: at });
  const { rows, next, previous } = await listUnsentMail(null, first);
  expect([next, previous]).toEqual([null, null]);
  expect(rows).toEqual([
    expect.objectContaining({
      recipient: "b••@globex.example",
      tenantName: "Globex",
      status: "queued",
    }),
    {
      id: expect.any(String),
      template: "login_code",
      recipient: "a••@acme.example",
      status: "failed",
      attempts: 2,
      lastError: "550 no mailbox a••@acme.example",
      createdAt: minutesAfter(at, -3),
      tenantPublicId: acme.publicId,
      tenantName: "Acme",
      environmentKey: acme.environmentKey,
      nextAttemptAt: null,
    },
  ]);
  expect(await recipients("failed", first)).toEqual(["a••@acme.example"]);
  expect(await recipients("queued", first)).toEqual(["b••@globex.example"]);
});

test("a queued message has the time of its next attempt", async () => {
  const code = { template: "login_code", code: "481516", lifetimeSeconds: 600 } as const;
  await inPrismaTransaction(acme, (db) => queueMail(db, { to: "carl@acme.example", ...code }));
  const { rows } = await listUnsentMail("queued", first);
  expect(rows[0]?.recipient).toBe("c•••@acme.example");
  expect(rows[0]?.nextAttemptAt).toBeInstanceOf(Date);
});

test("paging works forward and back, also when several messages have the same time", async () => {
  await Promise.all(
    Array.from({ length: PAGE_ROWS + 5 }, () => aMail(globex, 60, { status: "failed" })),
  );
  const begin = await listUnsentMail("failed", first);
  expect(begin.rows).toHaveLength(PAGE_ROWS);
  const rest = await listUnsentMail("failed", { ...first, after: begin.next });
  expect(rest).toMatchObject({ rows: expect.any(Array), next: null });
  expect(rest.rows).toHaveLength(6);
  expect(new Set([...begin.rows, ...rest.rows].map(({ id }) => id)).size).toBe(PAGE_ROWS + 6);
  const back = await listUnsentMail("failed", { ...first, before: rest.previous });
  expect(back.rows).toEqual(begin.rows);
});

test("an invalid position shows the first page", async () => {
  const begin = await recipients("failed", first);
  for (const after of ["nonsense", `${acme.tenantId} nonsense`])
    expect(await recipients("failed", { ...first, after })).toEqual(begin);
});

test("in a tenant's own transaction the database returns nothing", async () => {
  expect(await inTransaction(acme, (db) => findUnsentMail(db, null, first))).toEqual([]);
});
