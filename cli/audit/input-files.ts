import { createReadStream } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { parseSignedCheckpoint } from "@/lib/features/audit-log/log/checkpoint";
import { type NoteVerifier, parseNoteVerifier } from "@/lib/features/audit-log/log/signed-note";
import { CannotVerify } from "@/lib/features/audit-log/verify/verified";
import { textLines } from "./text-lines";

/** Input files of a verification, by kind. */
interface InputFiles {
  /** An export. */
  exported: string | null;
  /** Checkpoints, in the order of the arguments. */
  notes: string[];
}

/** The largest file of verifiers, or of a checkpoint with the lines of all its witnesses. */
const MOST_BYTES = 1024 * 1024;

/** Tells exports from checkpoints, by reading each file.
 *  @throws CannotVerify for two exports, or more than two checkpoints */
export async function readInputFiles(files: readonly string[]): Promise<InputFiles> {
  const input: InputFiles = { exported: null, notes: [] };
  for (const file of files) {
    const note = await readSmall(file);
    if (parseSignedCheckpoint(note)) input.notes.push(note);
    else if (input.exported) throw new CannotVerify("One export is verified at a time.");
    else input.exported = file;
  }
  if (input.notes.length > 2) throw new CannotVerify("Two checkpoints are compared at a time.");
  return input;
}

/** Reads the signed checkpoint in a file.
 *  @throws CannotVerify when the file has none */
export async function readNote(file: string): Promise<string> {
  const note = await readSmall(file);
  if (parseSignedCheckpoint(note)) return note;
  throw new CannotVerify(`${file} is no signed checkpoint.`);
}

/** Reads verifiers from an argument: one verifier, or the path of a file with one a line.
 *  @throws CannotVerify when it is neither */
export async function readVerifiers(argument: string): Promise<NoteVerifier[]> {
  const own = parseNoteVerifier(argument);
  if (own) return [own];
  const isFile = await stat(argument).then(
    () => true,
    () => false,
  );
  const text = isFile ? await readSmall(argument) : "";
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const verifiers = lines.map((line) => {
    const verifier = parseNoteVerifier(line);
    if (!verifier) throw new CannotVerify(`${argument} has a line that is no verifier: ${line}`);
    return verifier;
  });
  if (verifiers.length > 0) return verifiers;
  throw new CannotVerify(`It is neither a verifier (name+id+key) nor a file of them: ${argument}`);
}

/** Reads the lines of an export.
 *  @param progress called with the number of bytes read */
export async function* exportLines(
  file: string,
  progress: (bytes: number) => void,
): AsyncGenerator<string, void> {
  let read = 0;
  const pieces = async function* () {
    for await (const piece of createReadStream(file)) {
      read += piece.length;
      progress(read);
      yield piece as Uint8Array;
    }
  };
  yield* textLines(pieces());
}

/** Text of a small file; empty for a larger one. */
async function readSmall(file: string): Promise<string> {
  return (await stat(file)).size <= MOST_BYTES ? readFile(file, "utf8") : "";
}
