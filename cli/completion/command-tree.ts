import type { Command, Help, Option } from "commander";

/** A command as a shell completes it. */
export interface CompletedCommand {
  /** Its names from the program down: `user factors reset`; empty for the program itself. */
  path: string;
  /** Possible next words: subcommands, or the values of its argument. */
  next: { word: string; says: string }[];
  options: CompletedOption[];
}

/** An option of a command. */
export interface CompletedOption {
  /** `-h` and `--help`. */
  flags: string[];
  says: string;
  /** Possible values: one of these words, a file, or anything; null when it takes none. */
  value: string[] | "file" | "anything" | null;
}

/** Lists every command of a program with its possible next words, the program first. Hidden commands and
 *  options are left out. */
export function completedCommands(program: Command): CompletedCommand[] {
  return below(program, program.createHelp(), "");
}

function below(command: Command, help: Help, path: string): CompletedCommand[] {
  const commands = help.visibleCommands(command);
  const choices = command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []);
  const own: CompletedCommand = {
    path,
    next: [
      ...commands.map((one) => ({ word: one.name(), says: firstSentence(one.description()) })),
      ...choices.map((word) => ({ word, says: word })),
    ],
    options: [...help.visibleOptions(command), ...help.visibleGlobalOptions(command)].map(
      completedOption,
    ),
  };
  const paths = (one: Command) => `${path} ${one.name()}`.trim();
  // `help` takes the name of a command, and so does `--help` behind that name.
  const deeper = commands.filter((one) => one.name() !== "help");
  return [own, ...deeper.flatMap((one) => below(one, help, paths(one)))];
}

function completedOption(option: Option): CompletedOption {
  const takesValue = option.required || option.optional;
  const anything = option.flags.includes("<file>") ? "file" : "anything";
  return {
    flags: [option.short, option.long].flatMap((flag) => flag ?? []),
    says: option.description,
    value: takesValue ? (option.argChoices ?? anything) : null,
  };
}

function firstSentence(text: string): string {
  return text.split(/[;:]/)[0] ?? text;
}
