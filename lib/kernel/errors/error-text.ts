/** Texts of the page of an error, as Markdown. Links are relative to `docs`. */
export interface ErrorText {
  cause: string;
  /** Advice to the reader, which begins with a verb. */
  remedy: string;
  /** Sentences that a group of errors shares: they follow the remedy, and are left out of the index. */
  note?: string;
}
