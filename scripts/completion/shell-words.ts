import type { CompletedCommand, CompletedOption } from "./command-tree";

/** A text as a shell takes it whole. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** How the functions of a shell call a command: empty for the program, else each name behind a space. */
export function placeOf({ path }: Pick<CompletedCommand, "path">): string {
  return path ? ` ${path}` : "";
}

/** An option that takes a value, as the functions of a shell call it: the command, and the flag. */
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

/** The branches of `case` that find out which command stands before the cursor. */
export function commandBranches(commands: readonly CompletedCommand[]): string {
  const places = commands.map(placeOf).filter(Boolean);
  return places.map((place) => `${quoted(place)}) at=${quoted(place)} ;;`).join("\n      ");
}
