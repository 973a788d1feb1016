import type { Command } from "commander";
import { addressOf } from "./argument";
import { commandLine, withService } from "./service";
import { answering, type Shown } from "./shown";

/** `atrium mail …`: whether mail leaves. */
export function addMailCommands(program: Command): void {
  program
    .command("mail")
    .description("Whether mail leaves")
    .command("test")
    .argument("<address>", "who gets the test message", addressOf)
    .description("Send a message now, as the worker would, and say how it went")
    .action(answering(test));
}

function test(address: string): Promise<Shown> {
  return withService(async () => {
    const { setUpPlatform } = await import("@/lib/platform/set-up-platform");
    const { sendTestMail } = await import("@/lib/mail/send-test-mail");
    const platform = await setUpPlatform(commandLine().actor);
    const { id, by } = await sendTestMail(platform, address);
    const ways = {
      smtp: "The mail server took it. Whether it arrives is for the inbox to say.",
      mailbox: "It is in the local mailbox: no ATRIUM_SMTP_URL is set.",
    };
    return { json: { id, to: address, by }, text: ways[by] };
  });
}
