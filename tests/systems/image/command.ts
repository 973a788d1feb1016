import { execFileSync } from "node:child_process";

/** Runs a program until it ends.
 *  @returns its stdout, trimmed
 *  @throws Error with its own output */
export function command(program: string, args: string[], cwd?: string): string {
  try {
    return execFileSync(program, args, {
      ...(cwd && { cwd }),
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
      maxBuffer: 64 * 2 ** 20,
    }).trim();
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string };
    const output = `${stdout ?? ""}${stderr ?? ""}`.slice(-4_000);
    throw new Error(`${program} ${args.join(" ")} failed:\n${output || String(error)}`);
  }
}

/** Quotes words for a shell. */
export function quoted(words: readonly string[]): string {
  return words.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(" ");
}
