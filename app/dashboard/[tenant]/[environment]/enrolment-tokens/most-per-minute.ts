/** Highest number of uses a minute that a token can have. */
export const MOST_PER_MINUTE = 1000;
