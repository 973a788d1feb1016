import { randomUUID } from "node:crypto";

/** A unique password that is never rejected as a common word followed by digits: it ends with a word. */
export const aPassword = (): string => `orchard ${randomUUID()} lantern`;
