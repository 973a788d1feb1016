import { type AddressInfo, createServer } from "node:net";
import type { Email as ParsedEmail } from "postal-mime";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { TestEnvironment } from "@/tests/builders/a-tenant";
import { type MailServer, startMailServer } from "@/tests/support/mail-server";

let server: MailServer;
let acme: TestEnvironment;
let modules: Awaited<ReturnType<typeof load>>;

/** Loads the modules after the server's port is known: the configuration is read once. */
async function load() {
  const { deliverMail } = await import("@/lib/kernel/mail/deliver-mail");
  const { queueMail } = await import("@/lib/kernel/mail/queue-mail");
  const { inPrismaTransaction } = await import("@/lib/kernel/db/prisma-transaction");
  const { unscoped } = await import("@/lib/kernel/db/unscoped");
  const { read } = await import("@/lib/kernel/db/queryable");
  const { aTenant } = await import("@/tests/builders/a-tenant");
  return { deliverMail, queueMail, inPrismaTransaction, unscoped, read, aTenant };
}

beforeAll(async () => {
  server = await startMailServer();
  process.env.ATRIUM_SMTP_URL = server.url;
  process.env.ATRIUM_MAIL_FROM = "Atrium <no-reply@id.example>";
  modules = await load();
  acme = await modules.aTenant({ name: "Acme" });
});
afterAll(() => server.stop());
beforeEach(() => {
  server.received.length = 0;
  server.refusals.length = 0;
});

async function queueCode(to: string, code = "481516", tenant = acme): Promise<string> {
  const { inPrismaTransaction, queueMail } = modules;
  await inPrismaTransaction(tenant, (t) =>
    queueMail(t, { to, template: "login_code", code, lifetimeSeconds: 600 }),
  );
  return (await rowsTo(to))[0]?.id ?? "";
}

function rowsTo(recipient: string) {
  return modules.inPrismaTransaction(acme, ({ prisma }) =>
    prisma.mailMessage.findMany({ where: { recipient } }),
  );
}

async function deliver(messageId: string): Promise<void> {
  const { tenantId, environmentId } = acme;
  await modules.deliverMail({ tenantId, environmentId, messageId });
}

async function onlyMessage(): Promise<ParsedEmail> {
  expect(server.received).toHaveLength(1);
  return server.newest();
}

test("a message goes out once, as HTML and as plain text that both carry the code", async () => {
  const id = await queueCode("ada@example.com");
  await deliver(id);
  const mail = await onlyMessage();
  expect(server.received[0]?.recipients).toEqual(["ada@example.com"]);
  expect(mail.from).toEqual({ name: "Acme", address: "no-reply@id.example" });
  expect(mail.subject).toBe("481516 is your Acme sign-in code");
  expect(mail.html).toContain("481516");
  expect(mail.text).toContain("481516");
  expect(mail.text).toContain("10 minutes");
  expect(mail.messageId).toBe(`<${id}@id.example>`);
});

test("a job that runs again after the message was sent sends nothing", async () => {
  const id = await queueCode("again@example.com");
  await deliver(id);
  await deliver(id);
  expect(server.received).toHaveLength(1);
});

test("of workers that take the same message at once, one sends it", async () => {
  const id = await queueCode("parallel@example.com");
  await Promise.allSettled(Array.from({ length: 10 }, () => deliver(id)));
  expect(server.received).toHaveLength(1);
});

test("a sent message retains nothing of its content", async () => {
  await deliver(await queueCode("gone@example.com"));
  const [row] = await rowsTo("gone@example.com");
  expect(row).toMatchObject({ status: "sent", sealedProps: null, sealedRendered: null });
  expect(row?.sentAt).toBeInstanceOf(Date);
});

test("a busy server is retried, and its reply is recorded", async () => {
  server.refusals.push({ code: 451, message: "try again later" });
  const id = await queueCode("busy@example.com");
  await expect(deliver(id)).rejects.toThrow("try again later");
  const [waiting] = await rowsTo("busy@example.com");
  expect(waiting).toMatchObject({ status: "queued", attempts: 1 });
  expect(waiting?.lastError).toContain("451");
  await deliver(id);
  expect((await rowsTo("busy@example.com"))[0]).toMatchObject({ status: "sent", lastError: null });
  expect(server.received).toHaveLength(1);
});

test("a permanently refused recipient is not retried, and the failure is recorded", async () => {
  server.refusals.push({ code: 550, message: "no such user" });
  const id = await queueCode("nobody@example.com");
  await deliver(id);
  await deliver(id);
  const [row] = await rowsTo("nobody@example.com");
  expect(row).toMatchObject({ status: "failed", attempts: 1, sealedProps: null });
  expect(row?.lastError).toContain("no such user");
  expect(server.received).toHaveLength(0);
});

test("a message refused for the service's fault waits, is logged once, and goes out after the fix", async () => {
  const logged: unknown[] = [];
  const { logger } = await import("@/lib/kernel/process/logger");
  const error = vi.spyOn(logger, "error").mockImplementation((...words) => void logged.push(words));
  const refusal = { code: 530, message: "5.7.0 Authentication required" };
  server.senderRefusals.push(refusal, refusal);
  const ids = [await queueCode("first@example.com"), await queueCode("second@example.com")];
  for (const id of ids) await expect(deliver(id)).rejects.toThrow("Authentication required");
  error.mockRestore();
  expect(logged).toHaveLength(1);
  for (const id of ids) await deliver(id);
  expect(server.received).toHaveLength(2);
  expect((await rowsTo("first@example.com"))[0]).toMatchObject({ status: "sent", attempts: 2 });
});

test("after the last attempt a message has failed, and no attempt follows", async () => {
  const { queues } = await import("@/lib/kernel/jobs/queues");
  const id = await queueCode("unlucky@example.com");
  await modules.inPrismaTransaction(acme, ({ prisma }) =>
    prisma.mailMessage.updateMany({
      where: { id },
      data: { attempts: queues["mail.deliver"].retryLimit },
    }),
  );
  server.refusals.push({ code: 421, message: "closing" });
  await deliver(id);
  expect((await rowsTo("unlucky@example.com"))[0]?.status).toBe("failed");
});

test("a code that expired while it waited is not sent", async () => {
  const { setClock } = await import("@/lib/kernel/clock");
  const id = await queueCode("late@example.com");
  const later = new Date(Date.now() + 601_000);
  const back = setClock({ now: () => later });
  await deliver(id).finally(back);
  expect(server.received).toHaveLength(0);
  expect((await rowsTo("late@example.com"))[0]?.lastError).toContain("expired");
});

test("nothing is queued when the transaction that caused it is rolled back", async () => {
  const { inPrismaTransaction, queueMail, unscoped, read } = modules;
  const jobs = () => unscoped.query(read<{ id: string }>`SELECT id FROM pgboss.job`);
  const before = (await jobs()).length;
  const failing = inPrismaTransaction(acme, async (t) => {
    const code = { template: "login_code", code: "000000", lifetimeSeconds: 600 } as const;
    await queueMail(t, { to: "never@example.com", ...code });
    throw new Error("rolled back");
  });
  await expect(failing).rejects.toThrow("rolled back");
  expect(await rowsTo("never@example.com")).toEqual([]);
  expect(await jobs()).toHaveLength(before);
});

test.each([
  "victim@example.com\r\nBcc: thief@example.com",
  "victim@example.com, thief@example.com",
  "Victim <victim@example.com>",
  "victim@example.com>\r\nRCPT TO:<thief@example.com",
])("an address that would add a header or a recipient is refused: %j", async (to) => {
  const id = await queueCode(to);
  await deliver(id);
  expect(server.received).toHaveLength(0);
  expect((await rowsTo(to))[0]).toMatchObject({ status: "failed" });
});

test("names with line breaks add no header to a message", async () => {
  const evil = await modules.aTenant({ name: "Acme\r\nBcc: thief@example.com" });
  const { inPrismaTransaction, queueMail, deliverMail } = modules;
  await inPrismaTransaction(evil, (t) =>
    queueMail(t, {
      to: "ada@example.com",
      template: "set_password",
      occasion: "invitation",
      organizationName: "Org\r\nX-Evil: yes",
      link: "http://localhost:3000/invitation?token=alk_x",
      lifetimeSeconds: 604_800,
    }),
  );
  const { tenantId, environmentId } = evil;
  const [row] = await inPrismaTransaction(evil, ({ prisma }) => prisma.mailMessage.findMany());
  await deliverMail({ tenantId, environmentId, messageId: row?.id ?? "" });
  const mail = await onlyMessage();
  expect(server.received[0]?.recipients).toEqual(["ada@example.com"]);
  const names = mail.headers.map(({ key }) => key);
  expect(names).not.toContain("bcc");
  expect(names).not.toContain("x-evil");
  expect(mail.text).toContain("7 days");
});

test("a tenant's logo travels inside the message, and nothing is loaded from elsewhere", async () => {
  const pixel =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
  await modules.inPrismaTransaction(acme, ({ prisma, tenantId }) =>
    prisma.tenantBranding.create({
      data: { tenantId, displayName: "Acme Cloud", logo: `data:image/png;base64,${pixel}` },
    }),
  );
  await deliver(await queueCode("logo@example.com"));
  const mail = await onlyMessage();
  expect(mail.subject).toContain("Acme Cloud");
  expect(mail.attachments).toMatchObject([{ mimeType: "image/png", disposition: "inline" }]);
  const sources = [...(mail.html ?? "").matchAll(/\ssrc="([^"]*)"/g)].map((match) => match[1]);
  expect(sources).toEqual(["cid:logo@atrium"]);
});

test("an unreachable mail server leaves the message queued for another attempt", async () => {
  const id = await queueCode("away@example.com");
  const { sendBySmtp } = await import("@/lib/kernel/mail/smtp");
  const closed = createServer();
  await new Promise<void>((resolve) => closed.listen(0, "127.0.0.1", resolve));
  const { port } = closed.address() as AddressInfo;
  await new Promise((resolve) => closed.close(resolve));
  const mail = { id, to: "away@example.com", fromName: "Acme", locale: "en", images: [] };
  const parts = { subject: "s", html: "h", text: "t" };
  await expect(
    sendBySmtp(`smtp://127.0.0.1:${port}`, { ...mail, ...parts }),
  ).rejects.not.toMatchObject({ name: "MailRefused" });
});
