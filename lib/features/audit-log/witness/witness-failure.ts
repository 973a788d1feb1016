/** Why a witness has not cosigned a log. */
export type WitnessFailure =
  /** It has seen more events than the log has: a backup was restored, or the log was cut off. */
  | { kind: "ahead"; detail: string }
  /** It says that the log does not go on from what it saw before. */
  | { kind: "inconsistent"; detail: string }
  /** It does not know the log, or not the key that signs it. */
  | { kind: "unknown"; detail: string }
  /** Its answer has no cosignature by its key. */
  | { kind: "unsigned"; detail: string }
  /** It answered with another status, or with nothing that can be read. */
  | { kind: "answer"; detail: string }
  /** There was no answer. */
  | { kind: "unreached"; detail: string }
  /** The proof for it could not be made: what is stored of the log is not whole. */
  | { kind: "unproved"; detail: string };

const kinds: readonly WitnessFailure["kind"][] = [
  ...(["ahead", "inconsistent", "unknown", "unsigned", "answer", "unreached", "unproved"] as const),
];

/** The longest that is kept of a reason. */
const LONGEST = 200;

/** A failure as it is stored: its kind, and what more there is to say. */
export function storedFailure({ kind, detail }: WitnessFailure): string {
  return `${kind} ${detail}`.trim().slice(0, LONGEST);
}

/** Reads a failure that was stored. */
export function failureOf(stored: string): WitnessFailure {
  const [first = "", ...rest] = stored.split(" ");
  const kind = kinds.find((one) => one === first);
  return kind ? { kind, detail: rest.join(" ") } : { kind: "answer", detail: stored };
}
