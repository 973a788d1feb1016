import { randomUUID } from "node:crypto";

/** A password that nobody has, and that is never taken for a common word with digits behind it: a word ends it. */
export const aPassword = (): string => `orchard ${randomUUID()} lantern`;
