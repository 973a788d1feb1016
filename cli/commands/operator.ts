import type { Command } from "commander";
import { parseAddress } from "./argument";
import { addOperatorTokenCommands } from "./operator-token";
import { commandLineCaller, withService } from "./service";
import { type CommandOutput, commandAction, formatColumns, formatMoment } from "./shown";

/** `atrium operator …`: people and programs that run the platform. */
export function addOperatorCommands(program: Command): void {
  const operator = program.command("operator").description("Who runs the platform");
  operator
    .command("invite")
    .argument("<email>", "where the invitation goes", parseAddress)
    .option("--no-mail", "print the link only")
    .description(
      "Make somebody an operator: mails an invitation and prints a link of its own that works once",
    )
    .addHelpText("after", "\nOnce more for somebody who has no password yet prints a new link.")
    .action(commandAction(invite));
  operator.command("list").description("Show every operator").action(commandAction(list));
  operator
    .command("remove")
    .argument("<email>", "whose rights end", parseAddress)
    .description("Take an operator's rights back, from their next page on")
    .action(commandAction(remove));
  addOperatorTokenCommands(operator);
}

function invite(address: string, { mail }: { mail: boolean }): Promise<CommandOutput> {
  return withService(async () => {
    const { inviteOperator } = await import("@/lib/core/operators/invite-operator");
    const { config } = await import("@/lib/kernel/config/config");
    const invited = await inviteOperator(commandLineCaller(), address, { mail });
    const dashboard = `${config().baseUrl}/dashboard/operator`;
    const json = {
      id: invited.userId,
      email: invited.email,
      mailed: invited.mailed,
      link: invited.link,
      link_expires_at: invited.expiresAt,
      dashboard,
    };
    const mailed = invited.mailed
      ? "\nThe invitation was mailed as well, with a link of its own."
      : "";
    const text = invited.link
      ? `${invited.email} is an operator. Open this once, before ${formatMoment(invited.expiresAt)}:\n\n  ${invited.link}\n${mailed}`
      : `${invited.email} is an operator, and signs in with the password there is: ${dashboard}`;
    return { json, text: text.trimEnd() };
  });
}

function list(): Promise<CommandOutput> {
  return withService(async () => {
    const { listOperators } = await import("@/lib/core/operators/list-operators");
    const operators = await listOperators();
    const rows = operators.map((one) => [
      one.email,
      one.hasPassword ? "accepted" : "invited",
      formatMoment(one.since),
      formatMoment(one.lastSignInAt),
    ]);
    return {
      json: {
        operators: operators.map((one) => ({
          id: one.userId,
          email: one.email,
          accepted: one.hasPassword,
          since: one.since,
          last_sign_in_at: one.lastSignInAt,
        })),
      },
      text: rows.length
        ? formatColumns(["email", "invitation", "since", "last sign-in"], rows)
        : "There is none. Invite the first: atrium operator invite you@example.com",
    };
  });
}

function remove(address: string): Promise<CommandOutput> {
  return withService(async () => {
    const { removeOperator } = await import("@/lib/core/operators/remove-operator");
    const { ServiceError } = await import("@/lib/kernel/errors");
    await removeOperator(commandLineCaller(), address).catch((error: unknown) => {
      if (error instanceof ServiceError && error.reason === "missing")
        throw new ServiceError("missing", { detail: `${address} is no operator.` });
      throw error;
    });
    return { json: { email: address, removed: true }, text: `${address} is no operator any more.` };
  });
}
