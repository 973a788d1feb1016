import { beforeAll, expect, test } from "vitest";
import { GET } from "@/app/dev/mailbox/messages.json/route";
import { config } from "@/lib/kernel/config/config";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";
import { deliverMail } from "@/lib/kernel/mail/deliver-mail";
import { openLocalMailbox } from "@/lib/kernel/mail/local-mailbox";
import { queueMail } from "@/lib/kernel/mail/queue-mail";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";

let acme: TestEnvironment;
let globex: TestEnvironment;
beforeAll(async () => {
  acme = await aTenant({ name: "Acme" });
  globex = await aTenant({ name: "Globex" });
  await send(acme, "ada@example.com", "111111");
  await send(globex, "grace@example.com", "222222");
});

async function send(tenant: TestEnvironment, to: string, code: string) {
  const { tenantId, environmentId } = tenant;
  await inPrismaTransaction(tenant, (t) =>
    queueMail(t, { to, template: "login_code", code, lifetimeSeconds: 600 }),
  );
  const [row] = await inPrismaTransaction(tenant, ({ prisma }) =>
    prisma.mailMessage.findMany({ where: { recipient: to } }),
  );
  await deliverMail({ tenantId, environmentId, messageId: row?.id ?? "" });
}

const ask = (host: string) =>
  GET(new Request("http://localhost:3000/dev/mailbox/messages.json", { headers: { host } }), {
    params: Promise.resolve({}),
  });

test("without a mail server the local mode stores what it would have sent, of every tenant", async () => {
  const { messages } = await (await ask("localhost:3000")).json();
  expect(messages).toMatchObject([
    { to: "grace@example.com", subject: "222222 is your Globex sign-in code" },
    { to: "ada@example.com", subject: "111111 is your Acme sign-in code" },
  ]);
  expect(messages[0].text).toContain("222222");
  expect(messages[0].html).toContain("222222");
});

test("the copy is sealed, and the queued codes are deleted", async () => {
  const [row] = await inPrismaTransaction(acme, ({ prisma }) => prisma.mailMessage.findMany());
  expect(row).toMatchObject({ status: "sent", sealedProps: null });
  expect(Buffer.from(row?.sealedRendered ?? []).toString("latin1")).not.toContain("111111");
});

test("a tenant's transaction sees only its own mail", async () => {
  const rows = await inPrismaTransaction(acme, ({ prisma }) => prisma.mailMessage.findMany());
  expect(rows.map(({ recipient }) => recipient)).toEqual(["ada@example.com"]);
});

test("a website whose name was pointed at this machine (DNS rebinding) sees no mailbox", async () => {
  expect((await ask("evil.example:3000")).status).toBe(404);
  expect((await ask("127.0.0.1:3000")).status).toBe(200);
});

test("in production there is no mailbox", async () => {
  const settings = config();
  settings.mode = "production";
  try {
    expect(await openLocalMailbox("localhost:3000")).toBeNull();
    expect((await ask("localhost:3000")).status).toBe(404);
    // A missing mail server is a failure to send, never a reason to store the codes.
    await expect(send(acme, "later@example.com", "333333")).rejects.toThrow("ATRIUM_SMTP_URL");
  } finally {
    settings.mode = "local";
  }
});
