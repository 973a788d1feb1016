/** One part of a message, from which both the HTML and the plain text are made: neither can say something
 *  that the other lacks. */
export type Block =
  | { kind: "text"; text: string }
  /** An aside, in a softer voice. */
  | { kind: "note"; text: string }
  | { kind: "code"; code: string }
  /** A link as a button; a quiet one is not what the message is for. */
  | { kind: "action"; label: string; href: string; explanation: string; isQuiet?: boolean }
  /** Lines to copy as they are. */
  | { kind: "verbatim"; text: string }
  | { kind: "facts"; rows: { label: string; value: string; verbatim?: boolean }[] };

/** A message in words, before it has a form. */
export interface Letter {
  subject: string;
  title: string;
  blocks: Block[];
  /** Why the reader has the message, where that is not their account. */
  footer?: string;
}
