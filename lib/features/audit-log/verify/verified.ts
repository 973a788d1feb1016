import { type Checkpoint, parseCheckpoint } from "@/lib/features/audit-log/log/checkpoint";
import {
  confirmedBy,
  type NoteVerifier,
  parseNote,
} from "@/lib/features/audit-log/log/signed-note";
import type { Finding } from "@/lib/features/audit-log/verify/finding";
import type { Checked } from "@/lib/features/audit-log/verify/log-check";

/** It can't be said whether a log is as it was signed. */
export class CannotVerify extends Error {}

/** What says to be signed by a key is not: it was changed. */
export class WronglySigned extends CannotVerify {}

/** What a log is verified with. */
export interface Wanted {
  /** Keys of the log: one of them must have signed. */
  keys: readonly NoteVerifier[];
  /** Keys of witnesses: each must have cosigned this checkpoint, or an older one that the log goes on from. */
  witnesses: readonly NoteVerifier[];
  /** Checkpoints that somebody kept, as notes: one of the keys must have signed each. */
  kept: readonly string[];
}

/** A checkpoint that a key has signed. */
export interface Vouched extends Checkpoint {
  signedBy: string;
}

/** That a witness has seen the log when it had this many events. */
export interface Cosigned {
  witness: string;
  at: Date;
  size: number;
}

/** What an export may say that nothing signs: that retention took events, what stands in erased parts, and what witnesses whose keys
 *  were not given have cosigned. */
export type Unproved = "left" | "erased" | "cosigned";

/** What became of a verification. */
export interface Verified extends Vouched, Checked {
  cosigned: Cosigned[];
  /** Events that are in no log yet; null where nobody can tell. */
  waiting: number | null;
  /** How many of them have waited for more than a minute, by their ids; left out where the trail is not at hand. */
  late?: number;
  /** What a file says and nothing proves; empty where nobody's word was taken. */
  notProved: Unproved[];
  /** From which moment on events had to be there; null where it depends on nothing but the first one that is there. */
  keptSince: Date | null;
}

/** The checkpoint of a log, once one of its keys confirms it.
 *  @throws CannotVerify; WronglySigned when the signature of a key that was given is false */
export function vouchedBy(note: string, keys: Wanted["keys"]): Vouched {
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
  return { ...checkpoint, signedBy: key.text };
}

/** What a log is held against beside its own checkpoint. */
export interface HeldAgainst {
  kept: Checkpoint[];
  cosigned: Cosigned[];
}

/** The checkpoints that somebody kept, and the newest that each witness has cosigned.
 *  @param notes checkpoints that witnesses may have cosigned, the log's own among them
 *  @throws CannotVerify for a kept one that none of the keys has signed or that is of another log, and for a witness that has cosigned
 *    none */
export function heldAgainst(
  origin: string,
  { keys, witnesses, kept }: Wanted,
  notes: readonly string[],
): HeldAgainst {
  const ofSomebody = kept.map((note) => {
    const checkpoint = vouchedBy(note, keys);
    if (checkpoint.origin === origin) return checkpoint;
    throw new CannotVerify(
      `The checkpoint that was kept is of ${checkpoint.origin}, and this log is ${origin}.`,
    );
  });
  const seen = witnesses.map((witness) => newestOf(witness, origin, keys, [...notes, ...kept]));
  return {
    kept: [...ofSomebody, ...seen.map(({ checkpoint }) => checkpoint)],
    cosigned: seen.map(({ cosigned }) => cosigned),
  };
}

function newestOf(
  witness: NoteVerifier,
  origin: string,
  keys: Wanted["keys"],
  notes: readonly string[],
): { checkpoint: Checkpoint; cosigned: Cosigned } {
  const seen = notes.flatMap((note) => {
    const [checkpoint, parsed] = [parseCheckpoint(note), parseNote(note)];
    if (checkpoint?.origin !== origin || !parsed) return [];
    const at = confirmedBy(witness, parsed.text, parsed.signatures);
    const isOurs = keys.some((key) => confirmedBy(key, parsed.text, parsed.signatures));
    if (!(at instanceof Date) || !isOurs) return [];
    return [{ checkpoint, cosigned: { witness: witness.name, at, size: checkpoint.size } }];
  });
  const [newest] = seen.sort((one, other) => other.checkpoint.size - one.checkpoint.size);
  if (newest) return newest;
  throw new CannotVerify(`The witness ${witness.name} has cosigned no checkpoint of this log.`);
}

/** What is said of a log that has no head to go by. */
export function headless(findings: Finding[], origin: string): Verified {
  const none = { count: 0, ranges: [] };
  return {
    ...{ origin, size: 0, root: new Uint8Array(), signedBy: "", cosigned: [], waiting: null },
    notProved: [],
    ...{ findings, events: 0, unopened: 0, earliest: null, latest: null, keptSince: null },
    ...{ erased: none, left: none, continues: [] },
  };
}
