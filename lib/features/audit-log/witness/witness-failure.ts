/** Reason for which a witness has not cosigned a log. */
export type WitnessFailure =
  /** It has seen more events than the log has: a backup was restored, or the log was truncated. */
  | { kind: "ahead"; detail: string }
  /** It reports that the log does not extend what it saw before. */
  | { kind: "inconsistent"; detail: string }
  /** It does not know the log, or the key that signs it. */
  | { kind: "unknown"; detail: string }
  /** Its response has no cosignature by its key. */
  | { kind: "unsigned"; detail: string }
  /** It responded with another status, or unreadably. */
  | { kind: "answer"; detail: string }
  /** There was no response. */
  | { kind: "unreached"; detail: string }
  /** The proof could not be computed: the stored log is incomplete. */
  | { kind: "unproved"; detail: string };

const kinds: readonly WitnessFailure["kind"][] = [
  ...(["ahead", "inconsistent", "unknown", "unsigned", "answer", "unreached", "unproved"] as const),
];

/** Maximum length of a stored reason. */
const LONGEST = 200;

/** Serialises a failure for storage: its kind, and details. */
export function storedFailure({ kind, detail }: WitnessFailure): string {
  return `${kind} ${detail}`.trim().slice(0, LONGEST);
}

/** Parses a stored failure. */
export function failureOf(stored: string): WitnessFailure {
  const [first = "", ...rest] = stored.split(" ");
  const kind = kinds.find((one) => one === first);
  return kind ? { kind, detail: rest.join(" ") } : { kind: "answer", detail: stored };
}
