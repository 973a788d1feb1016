/** Reasons for which a witness has not cosigned a log. */
const kinds = [
  // It has seen more events than the log has: a backup was restored, or the log was truncated.
  "ahead",
  // It reports that the log does not extend what it saw before.
  "inconsistent",
  // It does not know the log, or the key that signs it.
  "unknown",
  // Its response has no cosignature by its key.
  "unsigned",
  // It responded with another status, or unreadably.
  "answer",
  // There was no response.
  "unreached",
  // The proof could not be computed: the stored log is incomplete.
  "unproved",
] as const;

/** Reason for which a witness has not cosigned a log. */
export interface WitnessFailure {
  kind: (typeof kinds)[number];
  detail: string;
}

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
