import type { Command } from "commander";

/** What a command answers: for a program, and for a person. */
export interface Shown {
  json: unknown;
  text: string;
}

/** Whether `--json` was given, before or after the command's name. */
export function wantsJson(command: Command): boolean {
  return command.optsWithGlobals<{ json?: boolean }>().json === true;
}

/** The action of a command: runs `work` with the command's arguments and prints what it answers on stdout.
 *  What it throws is explained by `atrium.ts` on stderr. */
export function answering<A extends unknown[]>(
  work: (...args: A) => Promise<Shown>,
): (...args: [...A, Command]) => Promise<void> {
  return async (...args) => {
    const command = args.at(-1) as Command;
    const { json, text } = await work(...(args.slice(0, -1) as unknown as A));
    console.log(wantsJson(command) ? JSON.stringify(json, null, 2) : text);
  };
}

/** Rows under a head, in columns as wide as what is in them. */
export function inColumns(head: string[], rows: string[][]): string {
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

/** Labels and what they stand for, one a line. */
export function inLines(entries: [label: string, value: string | null][]): string {
  const width = Math.max(...entries.map(([label]) => label.length));
  return entries.map(([label, value]) => `${label.padEnd(width)}  ${value ?? "-"}`).join("\n");
}

/** A moment for a person; a dash for none. */
export function moment(at: Date | null): string {
  return at ? at.toISOString().slice(0, 16).replace("T", " ") : "-";
}
