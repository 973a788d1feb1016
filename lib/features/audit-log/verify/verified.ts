import { type Checkpoint, parseSignedCheckpoint } from "@/lib/features/audit-log/log/checkpoint";
import { confirmedBy } from "@/lib/features/audit-log/log/note-signatures";
import type { NoteVerifier } from "@/lib/features/audit-log/log/signed-note";
import type { Finding } from "@/lib/features/audit-log/verify/finding";
import type { Checked } from "@/lib/features/audit-log/verify/log-check";
import { CommandError } from "@/lib/kernel/errors";

/** Error when it cannot be decided whether a log is as it was signed. */
export class CannotVerify extends CommandError {
  readonly code = "cannot_verify";
}

/** Error for an invalid signature of a known key: the signed text was changed. */
export class InvalidSignature extends CannotVerify {}

/** Keys and checkpoints to verify a log with. */
export interface VerificationInput {
  /** Keys of the log: one of them must have signed. */
  keys: readonly NoteVerifier[];
  /** Keys of witnesses: each must have cosigned this checkpoint, or an older one that the log extends. */
  witnesses: readonly NoteVerifier[];
  /** Notes of checkpoints that the reader stored earlier: one of the keys must have signed each. */
  kept: readonly string[];
}

/** A checkpoint that a key has signed. */
export interface SignedCheckpoint extends Checkpoint {
  signedBy: string;
}

/** A witness's confirmation that it has seen the log at this size. */
export interface Cosigned {
  witness: string;
  at: Date;
  size: number;
}

/** Claims of an export that no signature covers: that retention deleted events, the content of erased
 *  parts, and cosignatures of witnesses whose keys were not passed. */
export type Unproved = "left" | "erased" | "cosigned";

/** Result of a verification. */
export interface Verified extends SignedCheckpoint, Checked {
  cosigned: Cosigned[];
  /** Number of events that are not in a log yet; null if unknown. */
  waiting: number | null;
  /** Number of them that have waited for more than a minute, by their ids; absent if the trail cannot be
   *  read. */
  late?: number;
  /** Claims of the file that nothing proves; empty if no claim was relied on. */
  notProved: Unproved[];
  /** Moment from which on events had to exist; null if only the first existing event decides. */
  keptSince: Date | null;
}

/** Verifies the checkpoint of a log with its keys.
 *  @throws CannotVerify; InvalidSignature for an invalid signature of one of the keys */
export function verifyCheckpoint(note: string, keys: VerificationInput["keys"]): SignedCheckpoint {
  const checkpoint = parseSignedCheckpoint(note);
  if (!checkpoint) throw new CannotVerify("This is no signed checkpoint.");
  const { origin, size, root, signatures } = checkpoint;
  const key = keys.find((one) => confirmedBy(one, checkpoint));
  if (!key) {
    const claimed = keys.find((one) => signatures.some(({ id }) => id === one.id));
    if (claimed)
      throw new InvalidSignature(
        `The checkpoint has a false signature of the key ${claimed.text}.`,
      );
    throw new CannotVerify(
      `None of the keys given has signed the checkpoint of ${origin}. It names ${signatures.map(({ name, id }) => `${name}+${id}`).join(", ")}.`,
    );
  }
  if (key.name !== origin)
    throw new CannotVerify(`The key is one of ${key.name}, and the checkpoint is of ${origin}.`);
  return { origin, size, root, signedBy: key.text };
}

/** The checkpoint of a log in a note that one of its keys signed and a witness cosigned; null for any other
 *  note. */
export function cosignedCheckpoint(
  note: string,
  origin: string,
  keys: VerificationInput["keys"],
  witness: NoteVerifier,
): { checkpoint: Checkpoint; cosigned: Cosigned } | null {
  const checkpoint = parseSignedCheckpoint(note);
  if (checkpoint?.origin !== origin) return null;
  const at = confirmedBy(witness, checkpoint);
  const isOurs = keys.some((key) => confirmedBy(key, checkpoint));
  if (!(at instanceof Date) || !isOurs) return null;
  return { checkpoint, cosigned: { witness: witness.name, at, size: checkpoint.size } };
}

/** Collects the checkpoints that a log must extend: those that the reader stored, and the newest one that
 *  each witness has cosigned.
 *  @param notes checkpoints that witnesses may have cosigned, including the log's own
 *  @throws CannotVerify for a stored one that none of the keys has signed or that belongs to another log,
 *  and for a witness without a cosignature */
export function requiredCheckpoints(
  origin: string,
  { keys, witnesses, kept }: VerificationInput,
  notes: readonly string[],
): { kept: Checkpoint[]; cosigned: Cosigned[] } {
  const stored = kept.map((note) => {
    const checkpoint = verifyCheckpoint(note, keys);
    if (checkpoint.origin === origin) return checkpoint;
    throw new CannotVerify(
      `The checkpoint that was kept is of ${checkpoint.origin}, and this log is ${origin}.`,
    );
  });
  const seen = witnesses.map((witness) => {
    const [newest] = [...notes, ...kept]
      .flatMap((note) => cosignedCheckpoint(note, origin, keys, witness) ?? [])
      .sort((one, other) => other.cosigned.size - one.cosigned.size);
    if (newest) return newest;
    throw new CannotVerify(`The witness ${witness.name} has cosigned no checkpoint of this log.`);
  });
  return {
    kept: [...stored, ...seen.map(({ checkpoint }) => checkpoint)],
    cosigned: seen.map(({ cosigned }) => cosigned),
  };
}

/** Result for a log without a head. */
export function resultWithoutHead(findings: Finding[], origin: string): Verified {
  const none = { count: 0, ranges: [] };
  return {
    ...{ origin, size: 0, root: new Uint8Array(), signedBy: "", cosigned: [], waiting: null },
    ...{ findings, events: 0, unopened: 0, earliest: null, latest: null, keptSince: null },
    ...{ erased: none, left: none, continues: [], notProved: [] },
  };
}
