import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { deliverMail } from "@/lib/kernel/mail/deliver-mail";
import { markFailedAttempt } from "@/lib/kernel/mail/mail-store";
import { readLocalMailbox } from "@/lib/kernel/mail/mailbox-store";
import { queueMail } from "@/lib/kernel/mail/queue-mail";
import { aTenant } from "@/tests/builders/a-tenant";
import { atrium, atriumJson } from "@/tests/support/command-line";
import { delayJobs, jobsOf } from "@/tests/support/mail-jobs";
import { startMailServer } from "@/tests/support/mail-server";

test("a test message goes through the mail server, or into the local mailbox where there is none", async () => {
  const to = `${randomUUID()}@example.com`;
  const server = await startMailServer();
  try {
    const sent = await atriumJson(["mail", "test", to], { ATRIUM_SMTP_URL: server.url });
    expect(sent).toMatchObject({ to, by: "smtp" });
    expect(server.received.map(({ recipients }) => recipients)).toEqual([[to]]);
    expect((await server.newest()).subject).toBe("Test message from Atrium");
  } finally {
    await server.stop();
  }
  expect(await atriumJson(["mail", "test", to])).toMatchObject({ by: "mailbox" });
  expect((await readLocalMailbox()).map((message) => message.to)).toContain(to);
}, 120_000);

test("an unreachable server and an invalid address are reported on stderr", async () => {
  const away = await atrium(["mail", "test", "ada@example.com"], {
    ATRIUM_SMTP_URL: "smtp://127.0.0.1:1",
  });
  expect(away.code).toBe(1);
  expect(away.stderr).toMatch(/did not take the message: .*ECONNREFUSED/);
  expect((await atrium(["mail", "test", "nobody"])).stderr).toContain("no email address");
}, 120_000);

interface Listed {
  messages: { id: string; status: string; environment: string; last_error: string | null }[];
}

const aMessage = async () => {
  const acme = await aTenant({ name: `Acme ${randomUUID()}` });
  const to = `${randomUUID()}@example.com`;
  const code = { template: "login_code", code: "481516", lifetimeSeconds: 600 } as const;
  await inTransaction(acme, (db) => queueMail(db, { to, ...code }));
  const { messages } = await atriumJson<Listed>(["mail", "list", "--status", "queued"]);
  return { acme, to, id: messages[0]?.id ?? "" };
};

test("a message that waits hours for its next attempt moves to the head of the queue, with one job", async () => {
  const { acme, id } = await aMessage();
  const { tenantId, environmentId } = acme;
  await inTransaction(acme, (db) => delayJobs(db, id));
  expect(await atriumJson(["mail", "resend", id])).toMatchObject({ id, active: false });
  expect(await jobsOf(id)).toEqual([{ state: "created", due: true }]);
  await deliverMail({ tenantId, environmentId, messageId: id });
  const sent = await atrium(["mail", "resend", id]);
  expect(sent).toMatchObject({ code: 1, stdout: "" });
  expect(sent.stderr).toMatch(/took the message at .* nothing to send again/);
}, 120_000);

test("a message that failed for good is not sent again, and the error says who can request another", async () => {
  const { acme, to, id } = await aMessage();
  await inTransaction(acme, (db) => markFailedAttempt(db, id, `550 no such user ${to}`, true));
  const { code, stdout, stderr } = await atrium(["mail", "resend", id]);
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toMatch(/failed for good .*550 .*The user requests a new code/);
  expect(stderr).not.toContain(to);
  const { messages } = await atriumJson<Listed>(["mail", "list", "--status", "failed"]);
  expect(messages[0]).toMatchObject({ id, status: "failed" });
  expect(JSON.stringify(messages)).not.toContain(to);
  for (const unknown of [randomUUID(), "nonsense"])
    expect((await atrium(["mail", "resend", unknown])).stderr).toMatch(/There is no message/);
}, 120_000);
