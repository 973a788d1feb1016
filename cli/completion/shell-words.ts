import type { CompletedCommand, CompletedOption } from "./command-tree";

/** Quotes a text as one word of a shell. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Name of a command in the shell functions: empty for the program, else each name behind a space. */
export function placeOf({ path }: Pick<CompletedCommand, "path">): string {
  return path ? ` ${path}` : "";
}

/** An option that takes a value, in the terms of the shell functions: the command, and the flag. */
export interface ValuedFlag {
  place: string;
  value: NonNullable<CompletedOption["value"]>;
}

/** Every flag that takes a value, of every command. */
export function valuedFlags(commands: readonly CompletedCommand[]): ValuedFlag[] {
  return commands.flatMap((command) =>
    command.options.flatMap(({ flags, value }) =>
      value === null ? [] : flags.map((flag) => ({ place: `${placeOf(command)} ${flag}`, value })),
    ),
  );
}

/** Returns the branches of `case` that find the command before the cursor. */
export function commandBranches(commands: readonly CompletedCommand[]): string {
  const places = commands.map(placeOf).filter(Boolean);
  return places.map((place) => `${quoted(place)}) at=${quoted(place)} ;;`).join("\n      ");
}
