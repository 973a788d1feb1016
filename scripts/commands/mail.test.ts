import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { readLocalMailbox } from "@/lib/mail/mailbox-store";
import { atrium, atriumJson } from "@/tests/support/command-line";
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

test("a server that is not there, and an address that is none, are said on stderr", async () => {
  const away = await atrium(["mail", "test", "ada@example.com"], {
    ATRIUM_SMTP_URL: "smtp://127.0.0.1:1",
  });
  expect(away.code).toBe(1);
  expect(away.stderr).toMatch(/did not take the message: .*ECONNREFUSED/);
  expect((await atrium(["mail", "test", "nobody"])).stderr).toContain("no email address");
}, 120_000);
