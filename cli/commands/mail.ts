import { type Command, Option } from "commander";
import { parseAddress } from "./argument";
import { commandLineCaller, withService } from "./service";
import { type CommandOutput, commandAction, formatColumns, formatMoment } from "./shown";

// Names as in the dashboard (lib/kernel/mail/unsent-mail-store), which is imported when a command runs.
const unsent = ["queued", "failed"] as const;

/** `atrium mail …`: tests and repairs of outgoing mail. */
export function addMailCommands(program: Command): void {
  const mail = program.command("mail").description("Whether mail leaves");
  mail
    .command("list")
    .addOption(
      new Option("--status <status>", "only those that wait, or only those that failed").choices([
        ...unsent,
      ]),
    )
    .description("Show the newest messages that were not sent, and why")
    .action(commandAction(list));
  mail
    .command("resend")
    .argument("<id>", "the message, as atrium mail list names it")
    .description(
      "Try a message that waits now; one that failed for good names who asks for another",
    )
    .action(commandAction(resend));
  mail
    .command("test")
    .argument("<address>", "who gets the test message", parseAddress)
    .description("Send a message now, as the worker would, and say how it went")
    .action(commandAction(test));
}

function test(address: string): Promise<CommandOutput> {
  return withService(async () => {
    const { setUpPlatform } = await import("@/lib/core/platform/set-up-platform");
    const { sendTestMail } = await import("@/lib/kernel/mail/send-test-mail");
    const platform = await setUpPlatform(commandLineCaller().actor);
    const { id, by } = await sendTestMail(platform, address);
    const ways = {
      smtp: "The mail server took it. Whether it arrives is for the inbox to say.",
      mailbox: "It is in the local mailbox: no ATRIUM_SMTP_URL is set.",
    };
    return { json: { id, to: address, by }, text: ways[by] };
  });
}

function list({ status }: { status?: (typeof unsent)[number] }): Promise<CommandOutput> {
  return withService(async () => {
    const { setUpPlatform } = await import("@/lib/core/platform/set-up-platform");
    const { listUnsentMail } = await import("@/lib/core/operators/list-unsent-mail");
    await setUpPlatform(commandLineCaller().actor);
    const { rows } = await listUnsentMail(status ?? null, { query: "", after: null });
    const json = rows.map((one) => ({
      id: one.id,
      template: one.template,
      status: one.status,
      tenant: one.tenantName,
      environment: one.environmentKey,
      recipient: one.recipient,
      attempts: one.attempts,
      last_error: one.lastError,
      created_at: one.createdAt,
      next_attempt_at: one.nextAttemptAt,
    }));
    const head = ["id", "message", "state", "tenant", "created", "next attempt", "why"];
    const lines = rows.map((one) => [
      one.id,
      one.template,
      one.status,
      one.tenantName,
      formatMoment(one.createdAt),
      formatMoment(one.nextAttemptAt),
      one.lastError ?? "-",
    ]);
    return {
      json: { messages: json },
      text: lines.length ? formatColumns(head, lines) : "Every message was sent.",
    };
  });
}

function resend(id: string): Promise<CommandOutput> {
  return withService(async () => {
    const { setUpPlatform } = await import("@/lib/core/platform/set-up-platform");
    const { resendMail } = await import("@/lib/core/operators/resend-mail");
    const { ServiceError } = await import("@/lib/kernel/errors");
    await setUpPlatform(commandLineCaller().actor);
    const message = await resendMail(id).catch((error: unknown) => {
      if (error instanceof ServiceError && error.reason === "missing")
        throw new ServiceError("missing", { detail: `There is no message ${id}.` });
      throw error;
    });
    const { template, tenantName, environmentKey, attempts, isActive } = message;
    const whose = [tenantName, environmentKey].filter(Boolean).join(", ");
    return {
      json: { id, template, attempts, environment: environmentKey, active: isActive },
      text: isActive
        ? `A worker is sending the message at this moment (${template} of ${whose}, attempt ${attempts}).`
        : `The message is next in the queue (${template} of ${whose}, attempts so far: ${attempts}).`,
    };
  });
}
