/** One part of a message, from which both the HTML and the plain text are made, so that neither lacks
 *  anything of the other. */
export type Block =
  | { kind: "text"; text: string }
  /** A secondary remark, in a lighter colour. */
  | { kind: "note"; text: string }
  | { kind: "code"; code: string }
  /** A link as a button; a quiet one is not the message's main purpose. */
  | { kind: "action"; label: string; href: string; explanation: string; isQuiet?: boolean }
  /** Lines to copy unchanged. */
  | { kind: "verbatim"; text: string }
  | { kind: "facts"; rows: { label: string; value: string; verbatim?: boolean }[] };

/** The content of a message, before rendering. */
export interface Letter {
  subject: string;
  title: string;
  blocks: Block[];
  /** Reason for which the reader has the message, where that is not their account. */
  footer?: string;
}
