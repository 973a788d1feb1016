import { afterAll, beforeAll, expect, test } from "vitest";
import { idleHandlers } from "@/tests/support/idle-handlers";
import { type MailServer, startMailServer } from "@/tests/support/mail-server";

let server: MailServer;
let modules: Awaited<ReturnType<typeof load>>;
let worker: { stop(): Promise<void> };

/** Imported after the server's port is known: the configuration is read once. */
async function load() {
  const { deliverMail } = await import("@/lib/kernel/mail/deliver-mail");
  const { runWorker } = await import("@/lib/kernel/jobs/run-worker");
  const { changeAuditor } = await import("@/lib/features/audit-log/auditor/change-auditor");
  const { mailCheckpoints } = await import("@/lib/features/audit-log/auditor/mail-checkpoints");
  const { sequenceEvents } = await import("@/lib/features/audit-log/log/sequence-events");
  const { ownCheckpoint } = await import("@/lib/features/audit-log/log/sign-checkpoint");
  const { aTenant } = await import("@/tests/builders/a-tenant");
  return {
    ...{ deliverMail, runWorker, changeAuditor, mailCheckpoints, sequenceEvents },
    ...{ ownCheckpoint, aTenant },
  };
}

beforeAll(async () => {
  server = await startMailServer();
  process.env.ATRIUM_SMTP_URL = server.url;
  modules = await load();
  worker = await modules.runWorker(
    idleHandlers({ "mail.deliver": (data) => modules.deliverMail(data) }),
  );
});
afterAll(async () => {
  await worker.stop();
  await server.stop();
});

test("the checkpoint arrives as it was signed, in the auditor's language, as a file", async () => {
  const { aTenant, changeAuditor, mailCheckpoints, ownCheckpoint, sequenceEvents } = modules;
  const acme = await aTenant();
  await changeAuditor(acme, { address: "auditor@audit.example", locale: "ja" });
  while ((await sequenceEvents()).taken > 0);
  await mailCheckpoints();
  await expect
    .poll(() => server.received.map(({ recipients }) => recipients), { timeout: 15_000 })
    .toEqual([["auditor@audit.example"]]);
  const mail = await server.newest();
  expect(mail.subject).toContain("監査ログのチェックポイント");
  const saved = /^\S+\/audit-log\/atr_\S+\n\d+\n\S+\n\n(?:— .+\n)+/m.exec(
    mail.text?.replaceAll("\r\n", "\n") ?? "",
  )?.[0];
  expect(await ownCheckpoint(saved ?? "")).toMatchObject({
    origin: expect.stringContaining(acme.publicId),
  });
}, 40_000);
