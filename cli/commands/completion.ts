import { Argument, type Command } from "commander";
import { bashCompletion } from "../completion/bash-completion";
import { completedCommands } from "../completion/command-tree";
import { zshCompletion } from "../completion/zsh-completion";
import { commandAction } from "./shown";

const shells = { bash: bashCompletion, zsh: zshCompletion };

/** `atrium completion …`: prints the script that makes a shell complete commands. */
export function addCompletionCommand(program: Command): void {
  program
    .command("completion")
    .addArgument(
      new Argument("<shell>", "the shell that is to complete").choices(Object.keys(shells)),
    )
    .description("Print the script that makes a shell complete commands, options and their values")
    .addHelpText(
      "after",
      `
In a checkout, with \`npx atrium\`:
  $ alias atrium='npx atrium'
  $ eval "$(npx atrium completion bash)"      for good: in ~/.bashrc
  $ eval "$(npx atrium completion zsh)"       for good: in ~/.zshrc, behind compinit`,
    )
    .action(
      commandAction(async (shell: keyof typeof shells) => {
        const script = shells[shell](program.name(), completedCommands(program));
        return { json: { shell, script }, text: script };
      }),
    );
}
