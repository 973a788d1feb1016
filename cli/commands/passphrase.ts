import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import type { Command } from "commander";

/** An attacker who has the file can guess without limit. */
const LEAST_CHARACTERS = 16;

/** Adds the option that names the passphrase's file. The passphrase is no argument: other users of the
 *  machine can read those. */
export function addPassphraseOption(command: Command): Command {
  return command.requiredOption(
    "--passphrase-file <file>",
    "a file whose first line is the passphrase; - is stdin",
  );
}

/** Reads the passphrase: the first line of a file, or of stdin.
 *  @throws Error when it is too short, with the remedy */
export async function passphraseFrom(file: string): Promise<string> {
  const found = file === "-" ? await text(process.stdin) : await readFile(file, "utf8");
  const passphrase = found.split(/\r?\n/)[0] ?? "";
  if ([...passphrase].length < LEAST_CHARACTERS)
    throw new Error(
      `The passphrase needs at least ${LEAST_CHARACTERS} characters: whoever has the archive can guess for as long as they like. Make one: openssl rand -base64 24`,
    );
  return passphrase;
}
