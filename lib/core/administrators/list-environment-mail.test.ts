import { beforeAll, expect, test } from "vitest";
import { listEnvironmentMail } from "@/lib/core/administrators/list-environment-mail";
import { minutesAfter } from "@/lib/kernel/clock";
import { type Browse, PAGE_ROWS } from "@/lib/kernel/db/keyset-page";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";

const at = new Date();
const first: Browse = { query: "", after: null };
const all = { status: null, since: null };
let acme: TestEnvironment;
let staging: TestEnvironment;
let globex: TestEnvironment;

beforeAll(async () => {
  const tenant = await aTenant({ environments: ["production", "staging"] });
  [acme, staging] = [tenant, tenant.others[0] ?? tenant];
  globex = await aTenant({ name: "Globex" });
});

interface Mail {
  status?: "queued" | "failed" | "sent";
  minutes?: number;
  lastError?: string;
}

async function someMail(
  { tenantId, environmentId, ...scope }: TestEnvironment,
  recipients: string[],
  { status = "failed", minutes = 1, lastError }: Mail = {},
): Promise<void> {
  const createdAt = minutesAfter(at, -minutes);
  await inPrismaTransaction({ tenantId, environmentId, ...scope }, ({ prisma }) =>
    prisma.mailMessage.createMany({
      data: recipients.map((recipient) => ({
        tenantId,
        environmentId,
        template: "login_code",
        recipient,
        status,
        createdAt,
        lastError,
        sentAt: status === "sent" ? at : null,
      })),
    }),
  );
}

const recipients = async (...args: Parameters<typeof listEnvironmentMail>) =>
  (await listEnvironmentMail(...args)).rows.map(({ recipient }) => recipient);

test("an administrator sees the unsent mail of one environment, newest first, without recipients", async () => {
  await someMail(acme, ["ada@acme.example"], { minutes: 3, lastError: "550 no ada@acme.example" });
  await someMail(acme, ["bob@acme.example"], { minutes: 2, status: "queued" });
  await someMail(acme, ["eve@acme.example"], { status: "sent" });
  await someMail(staging, ["stage@acme.example"]);
  await someMail(globex, ["gus@globex.example"]);
  const { rows } = await listEnvironmentMail(acme, all, first);
  expect(rows).toMatchObject([
    { recipient: "b••@acme.example", status: "queued", nextAttemptAt: null },
    { recipient: "a••@acme.example", status: "failed", lastError: "550 no a••@acme.example" },
  ]);
  expect(JSON.stringify(rows)).not.toContain("ada@");
  expect(await recipients(staging, all, first)).toEqual(["s••••@acme.example"]);
});

test("the list can be narrowed to a status and to the last days", async () => {
  await someMail(acme, ["old@acme.example"], { minutes: 8 * 24 * 60 });
  const since = minutesAfter(at, -7 * 24 * 60);
  expect(await recipients(acme, { status: "queued", since: null }, first)).toEqual([
    "b••@acme.example",
  ]);
  expect(await recipients(acme, { status: "failed", since }, first)).toEqual(["a••@acme.example"]);
  expect(await recipients(acme, { status: "failed", since: null }, first)).toHaveLength(2);
});

test("paging works forward and back, also when several messages have the same time", async () => {
  await someMail(
    globex,
    Array.from({ length: PAGE_ROWS + 5 }, () => "x@globex.example"),
    { minutes: 60 },
  );
  const begin = await listEnvironmentMail(globex, all, first);
  const rest = await listEnvironmentMail(globex, all, { ...first, after: begin.next });
  expect([begin.rows.length, rest.rows.length, rest.next]).toEqual([PAGE_ROWS, 6, null]);
  expect(new Set([...begin.rows, ...rest.rows].map(({ id }) => id)).size).toBe(PAGE_ROWS + 6);
  const back = await listEnvironmentMail(globex, all, { ...first, before: rest.previous });
  expect(back.rows).toEqual(begin.rows);
});
