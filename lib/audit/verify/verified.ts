import { type Checkpoint, parseCheckpoint } from "@/lib/audit/log/checkpoint";
import { confirmedBy, type NoteVerifier, parseNote } from "@/lib/audit/log/signed-note";
import type { Finding } from "@/lib/audit/verify/finding";
import type { Checked } from "@/lib/audit/verify/log-check";

/** It can't be said whether a log is as it was signed. */
export class CannotVerify extends Error {}

/** What says to be signed by a key is not: it was changed. */
export class WronglySigned extends CannotVerify {}

/** What a log is verified with. */
export interface Wanted {
  /** Keys of the log: one of them must have signed. */
  keys: readonly NoteVerifier[];
  /** Keys of witnesses: each must have cosigned. */
  witnesses: readonly NoteVerifier[];
  /** Checkpoints that somebody kept, as notes: one of the keys must have signed each. */
  kept: readonly string[];
}

/** A checkpoint with who vouches for it. */
export interface Vouched extends Checkpoint {
  signedBy: string;
  cosigned: { witness: string; at: Date }[];
}

/** What became of a verification. */
export interface Verified extends Vouched, Checked {
  /** Events that are in no log yet. */
  waiting: number;
}

/** The checkpoint of a log, once a key and each witness confirm it.
 *  @throws CannotVerify; WronglySigned when the signature of a key that was given is false */
export function vouchedBy(
  note: string,
  { keys, witnesses }: Pick<Wanted, "keys" | "witnesses">,
): Vouched {
  const [checkpoint, parsed] = [parseCheckpoint(note), parseNote(note)];
  if (!checkpoint || !parsed) throw new CannotVerify("This is no signed checkpoint.");
  const { text, signatures } = parsed;
  const key = keys.find((one) => confirmedBy(one, text, signatures));
  if (!key) {
    const claimed = keys.find((one) => signatures.some(({ id }) => id === one.id));
    if (claimed)
      throw new WronglySigned(`The checkpoint has a false signature of the key ${claimed.text}.`);
    throw new CannotVerify(
      `None of the keys given has signed the checkpoint of ${checkpoint.origin}. It names ${signatures.map(({ name, id }) => `${name}+${id}`).join(", ")}.`,
    );
  }
  if (key.name !== checkpoint.origin)
    throw new CannotVerify(
      `The key is one of ${key.name}, and the checkpoint is of ${checkpoint.origin}.`,
    );
  const cosigned = witnesses.map((witness) => {
    const at = confirmedBy(witness, text, signatures);
    if (!(at instanceof Date))
      throw new CannotVerify(`The witness ${witness.name} has not cosigned this checkpoint.`);
    return { witness: witness.name, at };
  });
  return { ...checkpoint, signedBy: key.text, cosigned };
}

/** The checkpoints that somebody kept.
 *  @throws CannotVerify for one that none of the keys has signed, or that is of another log */
export function keptCheckpoints({ kept, keys }: Wanted, origin: string): Checkpoint[] {
  return kept.map((note) => {
    const checkpoint = vouchedBy(note, { keys, witnesses: [] });
    if (checkpoint.origin !== origin)
      throw new CannotVerify(
        `The checkpoint that was kept is of ${checkpoint.origin}, and this log is ${origin}.`,
      );
    return checkpoint;
  });
}

/** What is said of a log whose head is not one. */
export function headless(finding: Finding, origin: string): Verified {
  const none = { count: 0, ranges: [] };
  return {
    ...{ origin, size: 0, root: new Uint8Array(), signedBy: "", cosigned: [], waiting: 0 },
    ...{ findings: [finding], events: 0, erased: none, left: none, continues: [] },
  };
}
