import type { Command } from "commander";

/** Output of a command: for a program, and for a person. */
export interface CommandOutput {
  json: unknown;
  text: string;
}

/** Whether the options have `--json`, before or after the command's name. */
export function wantsJson(command: Command): boolean {
  return command.optsWithGlobals<{ json?: boolean }>().json === true;
}

/** Makes the action of a command: runs `work` with the command's arguments and prints its result on stdout.
 *  `atrium.ts` explains its errors on stderr. */
export function commandAction<A extends unknown[]>(
  work: (...args: A) => Promise<CommandOutput>,
): (...args: [...A, Command]) => Promise<void> {
  return async (...args) => {
    const command = args.at(-1) as Command;
    const { json, text } = await work(...(args.slice(0, -1) as unknown as A));
    console.log(wantsJson(command) ? JSON.stringify(json, null, 2) : text);
  };
}

/** Formats rows under a head, each column as wide as its widest cell. */
export function formatColumns(head: string[], rows: string[][]): string {
  const all = [head.map((title) => title.toUpperCase()), ...rows];
  const widths = head.map((_, at) => Math.max(...all.map((row) => row[at]?.length ?? 0)));
  return all
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

/** Formats labels and their values, one a line. */
export function formatLines(entries: [label: string, value: string | null][]): string {
  const width = Math.max(...entries.map(([label]) => label.length));
  return entries.map(([label, value]) => `${label.padEnd(width)}  ${value ?? "-"}`).join("\n");
}

/** Formats a moment for a person; a dash for none. */
export function formatMoment(at: Date | null): string {
  return at ? at.toISOString().slice(0, 16).replace("T", " ") : "-";
}
