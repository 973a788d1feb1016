import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import type { Command } from "commander";

/** Whoever has the file has all the time in the world to guess. */
const LEAST_CHARACTERS = 16;

/** Adds the option that says where the passphrase of a file is. It is no argument: others of the machine can read those. */
export function addPassphraseOption(command: Command): Command {
  return command.requiredOption(
    "--passphrase-file <file>",
    "a file whose first line is the passphrase; - is stdin",
  );
}

/** The passphrase: the first line of a file, or of stdin.
 *  @throws Error when it is shorter than a passphrase may be, with what to do */
export async function passphraseFrom(file: string): Promise<string> {
  const found = file === "-" ? await text(process.stdin) : await readFile(file, "utf8");
  const passphrase = found.split(/\r?\n/)[0] ?? "";
  if ([...passphrase].length < LEAST_CHARACTERS)
    throw new Error(
      `The passphrase needs at least ${LEAST_CHARACTERS} characters: whoever has the archive can guess for as long as they like. Make one: openssl rand -base64 24`,
    );
  return passphrase;
}
